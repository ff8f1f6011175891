import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Api, createApi } from '../../../dashboard/api/api.ts';

/** A request that the server received. */
type Received = {
  readonly method: string | undefined;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

type Answer = {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Closes the connection without an answer. */
  readonly isLost?: boolean;
};

/** The dashboard's API client with a server whose answers the test chooses. */
export type ServedApi = {
  readonly api: Api;
  readonly received: Received[];
  answer: (request: Received) => Answer;
  readonly close: () => Promise<void>;
};

/** @param token of the session; undefined when signed out @param clock see `createApi` */
export async function serveApi(token?: string, clock?: () => number): Promise<ServedApi> {
  const received: Received[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const request = { method, path: url, headers, body: await text(incoming) };
    received.push(request);
    const { status = 200, headers: sent, body = {}, isLost = false } = served.answer(request);
    if (isLost) outgoing.destroy();
    else outgoing.writeHead(status, { 'content-type': 'application/json', ...sent }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(globalThis, { location: { origin } });
  const served: ServedApi = {
    api: createApi('/', async () => token, clock),
    received,
    answer: () => ({}),
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
      Reflect.deleteProperty(globalThis, 'location');
    },
  };
  return served;
}
