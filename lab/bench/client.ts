import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An HTTP answer, read whole. */
export type Answer = { readonly status: number; readonly body: Buffer };

/** Posts JSON over kept-alive connections. */
export type Client = {
  post(body: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  close(): void;
};

/** A client of one address, with at most that many connections. */
export function openClient(url: string, connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const to = new URL(url);
  return {
    async post(body, headers = {}) {
      const length = Buffer.byteLength(body);
      const sent = request(to, {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
      }).end(body);
      const [answer] = await once(sent, 'response');
      return { status: answer.statusCode, body: await buffer(answer) };
    },
    close: () => agent.destroy(),
  };
}
