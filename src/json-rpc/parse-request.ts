import {
  BatchTooLargeError,
  GatewayError,
  InvalidRequestError,
  ParseError,
  UnsupportedMediaTypeError,
} from '../gateway-errors.ts';
import type { Plan } from '../plans/plans.ts';
import { isValid, parseRpcRequest, type RpcRequest, type ValidElement } from './rpc-request.ts';

/** A request of a key that the authorizer has let in. */
export type ProxyRequest = {
  readonly network: string;
  readonly keyId: string;
  readonly accountId: string;
  readonly plan: Plan;
  readonly contentType: string | undefined;
  readonly contentEncoding?: string | undefined;
  /** As the header has it. */
  readonly contentLength?: string | undefined;
  readonly acceptGzip: boolean;
  readonly body: string;
};

/**
 * Takes only JSON, whatever parameters (like a charset) stand behind the media type.
 * @throws {UnsupportedMediaTypeError}
 */
export function requireJson(contentType: string | undefined): void {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return;
  const got = mediaType ? `, not ${mediaType.slice(0, 100)}` : '; the header is missing';
  throw new UnsupportedMediaTypeError(`Send the request with Content-Type: application/json${got}.`);
}

/**
 * Takes only a body that is not compressed.
 * @throws {UnsupportedMediaTypeError}
 */
export function requireIdentity(contentEncoding: string | undefined): void {
  const coding = contentEncoding?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return;
  throw new UnsupportedMediaTypeError(`Send the request without Content-Encoding, not as ${coding.slice(0, 100)}.`);
}

/**
 * Takes only a body that came as it was sent. Where a body is not valid UTF-8, the HTTP API hands on another one, with
 * U+FFFD where it could not be read, and mostly of another length.
 * @param contentLength the header as it came, where it did
 * @throws {ParseError}
 */
export function requireUtf8(body: string, contentLength: string | undefined): void {
  const changed = contentLength !== undefined && Number(contentLength) !== Buffer.byteLength(body);
  if (body.isWellFormed() && !(body.includes('\ufffd') && changed)) return;
  throw new ParseError('The body is not valid UTF-8: send a JSON-RPC 2.0 call as JSON in UTF-8.');
}

/** A call or a batch, and the valid calls in it. */
export type ForwardableRequest = { readonly rpc: RpcRequest; readonly calls: readonly ValidElement[] };

/** Valid calls, which count one each; or why nothing can be forwarded, which counts as one call. */
export type ParsedRequest = ForwardableRequest | { readonly rpc: RpcRequest | undefined; readonly error: GatewayError };

/** How many calls a request counts against the limits. */
export const callsToAdmit = (read: ParsedRequest): number => ('calls' in read ? read.calls.length : 1);

type Received = Pick<ProxyRequest, 'contentType' | 'contentEncoding' | 'contentLength' | 'body' | 'plan'>;

/** Reads a request. Never throws what is the caller's error: the limits are asked before it is answered. */
export function parseRequest(received: Received): ParsedRequest {
  let rpc: RpcRequest | undefined;
  try {
    requireJson(received.contentType);
    requireIdentity(received.contentEncoding);
    requireUtf8(received.body, received.contentLength);
    rpc = parseRpcRequest(received.body);
    const calls = rpc.elements.filter(isValid);
    requireCalls(calls.length, received.plan.limits.callsPerSecond);
    return { rpc, calls };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { rpc, error };
  }
}

function requireCalls(n: number, callsPerSecond: number): void {
  if (n === 0) throw new InvalidRequestError('No call of the batch is valid.');
  if (n <= callsPerSecond) return;
  throw new BatchTooLargeError(
    `The batch has ${n} calls, and this key's plan admits ${callsPerSecond} a second. Split the batch.`,
  );
}

/** Whether an `Accept-Encoding` header takes gzip (RFC 9110, 12.5.3): by name or `*`, with a weight above zero. */
export function acceptsGzip(header: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const coding of header?.toLowerCase().split(',') ?? []) {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}
