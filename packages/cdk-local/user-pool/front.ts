import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Answer } from './answer.ts';

/** Calls an operation of the user pools' JSON API, like `SignUp`. */
export type Call = (operation: string, input: unknown) => Promise<Answer>;

const operationType = 'application/x-amz-json-1.1';

/** The user pools' API over HTTP: operations by POST, documents like the key set by GET. */
export function createFront(call: Call, documentAt: (path: string) => Answer): RequestListener {
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const operation = /\.(\w+)$/.exec(String(incoming.headers['x-amz-target'] ?? ''))?.[1];
    const input = parse(await buffer(incoming));
    if (incoming.method === 'OPTIONS') return void outgoing.writeHead(204, corsOf(incoming)).end();
    const { status, body } = operation ? await call(operation, input) : documentAt(incoming.url ?? '/');
    outgoing.writeHead(status, { 'content-type': operation ? operationType : 'application/json', ...corsOf(incoming) });
    outgoing.end(body);
  };

  return (incoming, outgoing) => {
    // The client has gone away.
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}

// Browsers call the service itself, from any origin.
const corsOf = ({ headers }: IncomingMessage) => ({
  'access-control-allow-origin': '*',
  'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
});
