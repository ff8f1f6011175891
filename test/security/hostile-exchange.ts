import { Agent, request as open } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { HostileRequest } from './hostile-request/hostile-request.ts';

/** What came back, head and body. */
export type HostileAnswer = { readonly status: number; readonly head: string; readonly body: string };

/** The longest acceptable time of an answer, on any test machine. */
const longestMs = 28_000;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Sends a request to an address as it is: what came back. Rejects for a hang and for a connection that is broken off.
 */
export function exchange(address: string, { method, path, headers, body }: HostileRequest): Promise<HostileAnswer> {
  const { hostname, port } = new URL(address);
  const length = ['Content-Length', String(body.length), 'Host', `${hostname}:${port}`];
  return new Promise((resolve, reject) => {
    const sent = open({ hostname, port, agent, method, path, headers: [...headers, ...length], timeout: longestMs });
    sent.once('timeout', () => sent.destroy(new Error('the gateway hangs')));
    sent.once('error', reject).once('response', async (response) => {
      const head = `${response.statusCode} ${response.rawHeaders.join(' ')}`;
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode ?? 0, head, body: bytes.toString() }),
        reject,
      );
    });
    sent.end(body);
  });
}
