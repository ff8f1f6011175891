import { isUtf8 } from 'node:buffer';
import { invalidRequest } from './invalid-request.ts';
import { RefusedError } from './problems.ts';

/** What the router does not need of a request. */
export type ApiRequest = {
  /** Set by API Gateway; the same as in its access log and its `Apigw-Requestid` header. */
  readonly requestId: string;
  /** Claims of the token that the JWT authorizer has verified; undefined without a token. */
  readonly claims: unknown;
  /** What the token authorizer returned; undefined without an account token. */
  readonly token?: unknown;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Address of the TCP connection to API Gateway. */
  readonly sourceIp: string;
};

/** Far more than any operation needs. */
const maxBytes = 10_000;

/** @throws {RefusedError} `request_too_large`, `unsupported_media_type`, or `invalid_request` if the body is not JSON */
export function readBody({ headers, body }: ApiRequest): unknown {
  if (body.length > maxBytes) {
    throw new RefusedError('request_too_large', `The body has ${body.length} bytes; the limit is ${maxBytes}.`);
  }
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new RefusedError('unsupported_media_type', 'Send JSON with the header Content-Type: application/json.');
  }
  if (!isUtf8(body)) throw invalidRequest([{ at: 'body', message: 'must be encoded in UTF-8' }]);
  try {
    return JSON.parse(body.toString());
  } catch {
    throw invalidRequest([{ at: 'body', message: 'must be valid JSON' }]);
  }
}
