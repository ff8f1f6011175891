import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { errorClass } from '../../src/error-class.ts';

/** An answer was not the one that the call must have. */
export class WrongAnswerError extends errorClass('WrongAnswerError', 'wrong_answer') {}

/** The node's answer to every method but getProgramAccounts, with that id (upstream/node.ts). */
export const slotAnswer = (id: number): string => `{"jsonrpc":"2.0","result":314159265,"id":${id}}`;

/**
 * Calls getSlot, or another method that the node answers alike, with an id of the call's own.
 * @throws {WrongAnswerError} for any answer but the node's to that very id
 */
export async function callNode(client: Client, id: number, secret: string, method = 'getSlot'): Promise<void> {
  const { status, body } = await client.post(`{"jsonrpc":"2.0","id":${id},"method":"${method}"}`, {
    'x-api-key': secret,
  });
  if (status !== 200 || body.toString() !== slotAnswer(id)) {
    throw new WrongAnswerError(`Call ${id} was answered ${status}: ${body.toString().slice(0, 500)}`);
  }
}

/**
 * Does something so many times, `concurrency` at a time, the next as soon as one is done.
 * @returns milliseconds on the clock
 */
export async function inParallel(
  times: number,
  concurrency: number,
  work: (index: number) => Promise<void>,
): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < times) {
      next += 1;
      await work(next);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return performance.now() - startedAt;
}

/** How many requests to send, over how many connections. */
export type Sending = { readonly requests: number; readonly connections: number };

/**
 * Sends calls of getSlot, each with the next secret.
 * @returns milliseconds on the clock
 * @throws {WrongAnswerError}
 */
export async function sendTo(
  url: string,
  nextSecret: () => string,
  { requests, connections }: Sending,
): Promise<number> {
  const client = openClient(url, connections);
  try {
    return await inParallel(requests, connections, (call) => callNode(client, call, nextSecret()));
  } finally {
    client.close();
  }
}

/** An HTTP answer, read whole. */
export type LoadAnswer = { readonly status: number; readonly body: Buffer };

/** Posts JSON over kept-alive connections. */
export type Client = {
  post(body: string, headers?: Readonly<Record<string, string>>): Promise<LoadAnswer>;
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
