import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** The largest request a node takes by default (MAX_REQUEST_BODY_SIZE in rpc/src/rpc.rs, anza-xyz/agave). */
const maximumBytes = 50 * 1024;

/** Why a body is not read: an HTTP status, and what to say. */
type Refusal = { readonly status: number; readonly text: string };

/** Reads a request's body as text. */
export async function readBody(request: IncomingMessage): Promise<string | Refusal> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    // The rest is read and dropped, so that the client gets to see the answer.
    if (size <= maximumBytes) chunks.push(bytes);
  }
  if (size > maximumBytes) return { status: 413, text: 'request body size exceeds allowed maximum' };
  const body = Buffer.concat(chunks);
  return isUtf8(body) ? body.toString('utf8') : { status: 400, text: 'utf-8 encoding error in request body' };
}
