import type { Chain } from '../chains/chain.ts';
import type { Caller } from '../keys/caller.ts';
import {
  BatchTooLargeError,
  type GatewayError,
  InvalidRequestError,
  ParseError,
  toGatewayError,
  UnsupportedMediaTypeError,
} from '../runtime/gateway-errors.ts';
import { isValid, parseRpcRequest, type RpcRequest, type ValidElement } from './rpc-request.ts';

/** A request as it arrives. */
export type ProxyRequest = {
  readonly network: string;
  readonly chain: Chain;
  /** The header `X-API-KEY`. */
  readonly secret: string;
  readonly contentType: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly acceptGzip: boolean;
  readonly body: string;
};

/** A request whose secret is that of a key in use. */
export type AuthorizedRequest = ProxyRequest & Caller;

/** A request with at least one valid call. */
type ForwardableRequest = { readonly rpc: RpcRequest; readonly calls: readonly ValidElement[] };

/** A request that has at least one valid call, or the error that refuses all of it. */
export type ParsedRequest = ForwardableRequest | { readonly rpc: RpcRequest | undefined; readonly error: GatewayError };

/** How many calls a request counts against the limits: a request without a valid call counts as one. */
export const callsToAdmit = (parsed: ParsedRequest): number => ('calls' in parsed ? parsed.calls.length : 1);

type RequestContent = Pick<ProxyRequest, 'contentType' | 'contentEncoding' | 'body'>;

/** Parses a request. Returns errors instead of throwing them, because the limits are checked first. */
function parseRequest(content: RequestContent): ParsedRequest {
  let rpc: RpcRequest | undefined;
  try {
    requireJson(content.contentType);
    requireIdentity(content.contentEncoding);
    requireUtf8(content.body);
    rpc = parseRpcRequest(content.body);
    const calls = rpc.elements.filter(isValid);
    if (calls.length === 0) throw new InvalidRequestError('The batch has no valid call.');
    return { rpc, calls };
  } catch (error) {
    return { rpc, error: toGatewayError(error) };
  }
}

/** Parses a request when its content is first needed. */
export function parseOnce(content: RequestContent): () => ParsedRequest {
  let parsed: ParsedRequest | undefined;
  return () => {
    parsed ??= parseRequest(content);
    return parsed;
  };
}

/** A batch that fits into no second is an error, too. */
export function withinRate(parsed: ParsedRequest, callsPerSecond: number): ParsedRequest {
  const n = callsToAdmit(parsed);
  if ('error' in parsed || n <= callsPerSecond) return parsed;
  const error = new BatchTooLargeError(
    `The batch has ${n} calls; this key's plan allows ${callsPerSecond} per second. Split it into smaller batches.`,
  );
  return { rpc: parsed.rpc, error };
}

/**
 * Requires the media type of JSON, with any parameters (such as a charset).
 * @throws {UnsupportedMediaTypeError}
 */
export function requireJson(contentType: string | undefined): void {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return;
  const got = mediaType ? `, not ${mediaType.slice(0, 100)}` : '; the header is missing';
  throw new UnsupportedMediaTypeError(`Send the request with Content-Type: application/json${got}.`);
}

function requireIdentity(contentEncoding: string | undefined): void {
  const coding = contentEncoding?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return;
  throw new UnsupportedMediaTypeError(`Send the request without Content-Encoding, not as ${coding.slice(0, 100)}.`);
}

/**
 * Requires a body in UTF-8. The HTTP API and Lambda hand the body over as text, in which U+FFFD replaces bytes that are
 * not UTF-8. So a body with that character is refused unless it is escaped: nobody can tell which it was.
 * @throws {ParseError}
 */
export function requireUtf8(body: string): void {
  if (body.isWellFormed() && !body.includes('\ufffd')) return;
  throw new ParseError(
    'The body is not valid UTF-8, or has the character U+FFFD, which replaces such bytes: send JSON in UTF-8, and write ' +
      'an intended U+FFFD as \\ufffd.',
  );
}
