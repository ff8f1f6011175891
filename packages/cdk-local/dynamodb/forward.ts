import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Agent, request as httpRequest } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../iam/service.ts';

/** Kept-alive connections to DynamoDB Local. */
export type Connections = {
  /** @throws {Refusal} `service_failed` when it cannot be reached. */
  readonly send: (
    path: string,
    headers: OutgoingHttpHeaders | readonly string[],
    body: Buffer,
  ) => Promise<IncomingMessage>;
  readonly close: () => void;
};

// Jetty closes a connection after 30 s without a request; ours must go first, or a request would be lost with it.
const idleMilliseconds = 10_000;

/** Opens connections to the server at `url` as they are needed. */
export function openConnections(url: string): Connections {
  const agent = new Agent({ keepAlive: true, timeout: idleMilliseconds });
  const { hostname, port } = new URL(url);
  return {
    send: (path, headers, body) => {
      const sent = httpRequest({ agent, hostname, port, path, method: 'POST', headers });
      return new Promise((resolve, reject) => {
        sent.once('response', resolve);
        // Kept for the whole request: a connection may break after the answer has begun, too.
        sent.on('error', (cause) =>
          reject(new Refusal('service_failed', 'DynamoDB Local cannot be reached', { cause })),
        );
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}

/** Hands an answer on as it comes. */
export async function passOn(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
  await pipeline(answer, response);
}
