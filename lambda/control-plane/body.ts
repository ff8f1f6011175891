import type { Arrival } from './event.ts';
import { RefusedError } from './problem.ts';

/** Far more than any body that an operation takes. */
const maxBytes = 10_000;

/**
 * The JSON in a request's body.
 * @throws {RefusedError} request_too_large, unsupported_media_type, or invalid_request when it is no JSON
 */
export function readBody({ headers, body }: Arrival): unknown {
  if (body.length > maxBytes) {
    throw new RefusedError('request_too_large', `A body may have ${maxBytes} bytes, and this has ${body.length}.`);
  }
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new RefusedError('unsupported_media_type', 'Send JSON, with Content-Type: application/json.');
  }
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new RefusedError('invalid_request', 'body: is not JSON', [{ at: 'body', message: 'is not JSON' }]);
  }
}
