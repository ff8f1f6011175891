import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { unconfirmed } from './unconfirmed.ts';

/**
 * A request as the gateway sees it. Header names are lower case, repeated values are joined by commas, cookies are
 * separate. It includes the headers that the gateway adds (captured).
 */
export type HttpRequest = {
  /** Such as `e9WP-gcRPHcF5Mw=`; the same in all events, the log and the answer's header. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly method: string;
  /** Percent-decoded; undefined if it cannot be decoded. */
  readonly path: string | undefined;
  readonly rawQueryString: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  /** Like `HTTP/1.1`. */
  readonly protocol: string;
  readonly sourceIp: string;
  readonly body: Buffer;
  /** Bytes of the request line and the headers. */
  readonly headBytes: number;
};

/** A request without its body. */
export type RequestHead = Omit<HttpRequest, 'body'>;

/** Reads a request except for its body. */
export function readHead(incoming: IncomingMessage, receivedAt: number): RequestHead {
  const { method = 'GET', url = '/', httpVersion, rawHeaders, socket } = incoming;
  const { path, query } = splitTarget(url);
  const { cookie, ...headers } = joinHeaders(rawHeaders);
  const sourceIp = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return {
    id: `${randomBytes(11).toString('base64url')}=`,
    receivedAt,
    method,
    path: decode(path),
    rawQueryString: query,
    query: parseQuery(query),
    headers: { ...headers, ...addedHeaders(headers, { sourceIp, port: socket.localPort ?? 0, receivedAt }) },
    cookies: (cookie ?? '').split(/; */).filter((part) => part !== ''),
    protocol: `HTTP/${httpVersion}`,
    sourceIp,
    headBytes: bytesOfHead(`${method} ${url} HTTP/${httpVersion}`, rawHeaders),
  };
}

/** Headers that belong to one connection; events do not contain them. */
const hopByHop = new Set(['connection', 'expect', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

function joinHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    const value = rawHeaders[index + 1] ?? '';
    const before = headers.get(name);
    const separator = name === 'cookie' ? '; ' : ',';
    if (!hopByHop.has(name)) headers.set(name, before === undefined ? value : before + separator + value);
  }
  return Object.fromEntries(headers);
}

type Connection = { readonly sourceIp: string; readonly port: number; readonly receivedAt: number };

function addedHeaders(headers: Record<string, string>, { sourceIp, port, receivedAt }: Connection) {
  const seconds = Math.floor(receivedAt / 1000).toString(16);
  return {
    'x-amzn-trace-id': `Root=1-${seconds}-${randomBytes(12).toString('hex')}`,
    'x-forwarded-for': headers['x-forwarded-for'] ? `${headers['x-forwarded-for']}, ${sourceIp}` : sourceIp,
    'x-forwarded-port': String(port),
    'x-forwarded-proto': 'http',
  };
}

// A client that thinks this is a proxy sends the whole URL in the request line.
function splitTarget(url: string): { path: string; query: string } {
  const target = url.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  const [path, query] = mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
  return { path: path === '' ? '/' : path, query };
}

function parseQuery(query: string): Record<string, string> {
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(values);
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

// Each line ends in CRLF; a colon and a space separate name and value.
const bytesOfHead = (requestLine: string, rawHeaders: readonly string[]): number =>
  requestLine.length + 2 + rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);

/**
 * Reads a request's body. Returns undefined if it is longer than `limit` bytes; the rest is read and dropped, so that
 * the client reads the answer.
 * @throws if the client disconnects before the end
 */
export async function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += chunk.length;
    if (bytes <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes <= limit ? Buffer.concat(chunks, bytes) : undefined;
}

const textTypes = new Set(['application/json', 'application/javascript', 'application/xml']);

/**
 * A body as in an event: text for text/*, application/json, application/javascript and application/xml, base64 for
 * everything else, including a missing Content-Type (users' reports of the live service).
 */
export function encodeBody(body: Buffer, contentType: string | undefined): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isText =
    type.startsWith('text/') || textTypes.has(type) || (unconfirmed.jsonSuffixIsText && type.endsWith('+json'));
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
}
