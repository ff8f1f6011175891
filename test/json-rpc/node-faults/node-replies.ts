import { deflateSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import type { EchoCoding, EchoPlace, ErrorShape, Fault } from './fault.ts';

/** An HTTP request as a node received it. */
export type NodeRequest = {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The bytes that a node writes, if any, and what it then does with the connection. */
export type Reply = { readonly bytes?: string | Buffer; readonly after: 'keep' | 'end' | 'reset' };

const callSchema = v.object({ id: v.union([v.number(), v.string()]), method: v.string() });
const bodySchema = v.union([callSchema, v.array(callSchema)]);
type Call = v.InferOutput<typeof callSchema>;

const json = 'application/json';
const page = '<html><body>Something is wrong here.</body></html>';

/** The reply of a node with this fault and name to a call or a batch. */
export function replyTo(fault: Fault, name: string, request: NodeRequest): Reply {
  const asked = v.parse(bodySchema, JSON.parse(request.body));
  const good = answersTo(asked, ({ id }) => ({ id, result: name }));
  const zipped = request.headers['accept-encoding'] === 'gzip';
  switch (fault.kind) {
    case 'silent':
      return { after: 'keep' };
    case 'resets after reading':
      return { after: 'reset' };
    case 'page with 200':
      return http(200, page, { type: 'text/html', zipped });
    case 'empty 200':
      return http(200, '', { type: json });
    case 'not HTTP':
      return { bytes: 'SSH-2.0-OpenSSH_9.9\r\n\r\n', after: 'end' };
    case 'another id':
      return http(
        200,
        answersTo(asked, ({ id }) => ({ id: `not ${id}`, result: name })),
        { type: json, zipped },
      );
    case 'null id':
      return http(
        200,
        answersTo(asked, () => ({ id: null, result: name })),
        { type: json, zipped },
      );
    case 'cut off':
      return { bytes: head(200, 1_000, json) + good.slice(0, 20), after: 'end' };
    case 'cut JSON':
      return http(200, good.slice(0, -2), { type: json, zipped });
    case 'two results':
      return http(200, good.replaceAll('"result"', '"result":1,"result"'), { type: json, zipped });
    case 'gzip unasked':
      return http(200, good, { type: json, zipped: true });
    case 'too large':
      return { bytes: `${head(200, 7_000_000, json)}{"jsonrpc":"2.0","result":"`, after: 'keep' };
    case 'incomplete':
      return http(200, Array.isArray(asked) ? answersTo(asked.slice(0, -1), ok(name)) : good, { type: json, zipped });
    case 'status':
      return http(fault.status, fault.body === 'page' ? page : good, { type: json });
    case 'refusal':
      return http(fault.status, `refused by ${name}`, { type: 'text/plain' });
    case 'rpc error':
      return http(fault.status, errorsTo(asked, fault.code, fault.shape, name), { type: json, zipped });
    case 'echo':
      return echo(fault, asked, request, zipped);
    default:
      return http(200, good, { type: json, zipped });
  }
}

/** The methods of a request. */
export const methodsIn = (body: string): string[] =>
  [v.parse(bodySchema, JSON.parse(body))].flat().map(({ method }) => method);

/** The answer to a health check. */
export const healthReply = (health: string): Reply => {
  if (health === 'silent') return { after: 'keep' };
  const body = { healthy: { result: 'ok' }, behind: { error: { code: -32_005, message: 'behind' } } }[health];
  return http(body ? 200 : health === 'rejected' ? 401 : 500, JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }), {
    type: json,
  });
};

const ok =
  (name: string) =>
  ({ id }: Call) => ({ id, result: name });

function answersTo(asked: Call | Call[], answerTo: (call: Call, index: number) => object): string {
  const full = (call: Call, index: number) => ({ jsonrpc: '2.0', ...answerTo(call, index) });
  return JSON.stringify(Array.isArray(asked) ? asked.map(full) : full(asked, 0));
}

/** Texts about the operator's account must not reach a customer. */
const messageOf = (code: number, name: string): string => (aboutAccount.has(code) ? `${name} ${notShown}` : name);
export const notShown = 'does not serve this account';
const aboutAccount: ReadonlySet<number> = new Set([-32_429, -32_401]);

function errorsTo(asked: Call | Call[], code: number, shape: ErrorShape, name: string): string {
  const error = { code, message: messageOf(code, name) };
  if (shape === 'whole' && Array.isArray(asked)) return JSON.stringify({ jsonrpc: '2.0', id: null, error });
  return answersTo(asked, ({ id }, index) => {
    if (shape === 'first' && index > 0) return { id, result: name };
    return { id: shape === 'null ids' ? null : id, error };
  });
}

type Echo = {
  readonly status: number;
  readonly place: EchoPlace;
  readonly decoded: boolean;
  readonly coding: EchoCoding;
};

/** Repeats the request's target and credentials. */
function echo({ coding, ...fault }: Echo, asked: Call | Call[], request: NodeRequest, zipped: boolean): Reply {
  const { type, text } = repeated(fault, asked, request);
  if (coding === 'as asked') return http(fault.status, text, { type, zipped });
  const body = coding === 'deflate' ? deflateSync(text) : Buffer.from(text);
  const named = coding === 'deflate' ? 'deflate' : 'gzip';
  const start = head(fault.status, body.length, type, `Content-Encoding: ${named}`);
  return { bytes: Buffer.concat([Buffer.from(start), body]), after: 'keep' };
}

function repeated({ place, decoded }: Omit<Echo, 'coding'>, asked: Call | Call[], request: NodeRequest) {
  const { authorization = '', 'x-token': token = '' } = request.headers;
  const basic = /^Basic (.*)$/.exec(authorization)?.[1];
  const sent = `POST ${request.target} ${authorization} ${token}`;
  const read = `${decodeURIComponent(request.target)} ${basic ? Buffer.from(basic, 'base64') : authorization} ${token}`;
  const shown = decoded ? read : sent;
  if (place === 'page') return { type: 'text/html', text: `<html><body>Cannot ${shown}</body></html>` };
  const error = { code: -32_602, message: `Cannot ${shown}` };
  const given = { result: { result: shown }, error: { error }, 'content type': { result: 'ok' } }[place];
  const type = place === 'content type' ? `${json}; about="${shown}"` : json;
  return { type, text: answersTo(asked, ({ id }) => ({ id, ...given })) };
}

const head = (status: number, length: number, type: string, ...more: readonly string[]): string =>
  [`HTTP/1.1 ${status} As planned`, `Content-Type: ${type}`, `Content-Length: ${length}`, ...more, '\r\n'].join('\r\n');

type Http = { readonly type: string; readonly zipped?: boolean };

function http(status: number, text: string, { type, zipped = false }: Http): Reply {
  const body = zipped ? gzipSync(text) : Buffer.from(text);
  const more = zipped ? ['Content-Encoding: gzip'] : [];
  return { bytes: Buffer.concat([Buffer.from(head(status, body.length, type, ...more)), body]), after: 'keep' };
}
