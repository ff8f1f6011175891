import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';

/** A node that knows its credentials, and keeps what of a request's head it should never have got. */
export type HostileNode = { readonly url: string; readonly heads: readonly string[]; stop(): Promise<void> };

type Illness = (request: IncomingMessage, response: ServerResponse) => void;

/** What the node does where a call of a request names one of these methods. */
const illnesses = new Map<string, Illness>(
  Object.entries({
    sickPage: (_, response) => void response.writeHead(500, { 'content-type': 'text/html' }).end('<html>Oops</html>'),
    sickBusy: (_, response) => void response.writeHead(503).end('busy'),
    sickCut: (_, response) => void response.write('{"jsonrpc":', () => response.destroy()),
    sickOdd: (_, response) => void response.socket?.end('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'),
    sickSwitch: (_, response) =>
      void response.socket?.end('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    sickEcho: ({ url, rawHeaders }, response) =>
      void response.writeHead(404).end(`Cannot POST ${url} with ${rawHeaders.join(' ')}`),
    sickMove: ({ url }, response) => void response.writeHead(307, { location: String(url) }).end(`Moved to ${url}`),
  } satisfies Record<string, Illness>),
);

/** The methods that make the node fall ill. */
export const sickMethods: readonly string[] = [...illnesses.keys()];

const isCall = v.object({ id: v.unknown(), method: v.string() });
const calls = v.union([isCall, v.array(isCall)]);

const answerTo = (id: unknown) => ({ jsonrpc: '2.0', result: 'ok', id });

/** Starts the node on a free port of 127.0.0.1. */
export async function startHostileNode(): Promise<HostileNode> {
  const heads: string[] = [];
  const server = createServer(async (request, response) => {
    heads.push(
      JSON.stringify(request.rawHeaders.filter((_, index, all) => !/^authorization$/i.test(all[index - 1] ?? ''))),
    );
    const body = (await buffer(request)).toString();
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const sent = v.parse(calls, JSON.parse(body));
    const illness = [sent].flat().flatMap(({ method }) => illnesses.get(method) ?? [])[0];
    if (illness) return illness(request, response);
    const answer = Array.isArray(sent) ? sent.map(({ id }) => answerTo(id)) : answerTo(sent.id);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    heads,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Whether a body may make the node fail, with its methods written with any escapes. */
export const isSick = (body: string): boolean => sickMethods.some((method) => body.includes(method));
