import type { IncomingMessage } from 'node:http';
import { unconfirmed } from './unconfirmed.ts';

/**
 * Reads a request's body. Gives nothing where it is longer than `limit` bytes: then the rest is read and dropped, so
 * that the client is ready to hear the answer.
 * @throws when the client goes away before the end.
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
 * A body as it stands in an event: as text for text/*, application/json, application/javascript and application/xml,
 * else, also without a Content-Type, in base64 (users' reports of the live service).
 */
export function encodeBody(body: Buffer, contentType: string | undefined): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isText =
    type.startsWith('text/') || textTypes.has(type) || (unconfirmed.jsonSuffixIsText && type.endsWith('+json'));
  return { body: body.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
}
