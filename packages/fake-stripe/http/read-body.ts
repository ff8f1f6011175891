import type { IncomingMessage } from 'node:http';

const maximumBytes = 1_048_576;

/**
 * Reads the body of a request as text.
 * @returns undefined if it is larger than 1 MiB
 */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    // The rest is read and dropped, so that the client reads the answer.
    if (size <= maximumBytes) chunks.push(bytes);
  }
  return size > maximumBytes ? undefined : Buffer.concat(chunks).toString('utf8');
}
