import { outcomeOf } from '../records/outcome.ts';
import { type ErrorReason, type GatewayError, InvalidRequestError } from '../runtime/gateway-errors.ts';
import type { RequestResult } from './request-result.ts';
import { type RequestElement, type RpcRequest, rawId } from './rpc-request.ts';

/** The HTTP status and JSON-RPC code of every gateway error. */
const answers: Readonly<Record<ErrorReason, readonly [status: number, code: number]>> = {
  parse_error: [400, -32700],
  invalid_request: [400, -32600],
  batch_too_large: [413, -32600],
  unsupported_media_type: [415, -32600],
  // Outside -32001 to -32021: Solana nodes use that range, and clients would misread a gateway code there.
  rate_limited: [429, -32029],
  quota_exceeded: [429, -32029],
  upstream_unavailable: [502, -32603],
  upstream_timeout: [504, -32603],
  call_too_slow: [504, -32603],
  nodes_at_limit: [503, -32603],
  response_too_large: [502, -32603],
  // The status and code with which a node answers an unknown method.
  method_unsupported: [200, -32601],
  method_not_served: [200, -32601],
  limits_unavailable: [503, -32603],
  internal_error: [500, -32603],
};

/** Errors about the limits: they apply to every element, because the limits are checked before the elements. */
const limitReasons: ReadonlySet<ErrorReason> = new Set(['rate_limited', 'quota_exceeded', 'limits_unavailable']);

/**
 * The gateway's own answer to a whole request, in the format of a node's answer. Every call gets the error. Invalid
 * elements get their own error, unless the error is about the limits.
 * @param request undefined if the body could not be parsed
 */
export function refuseRequest(error: GatewayError, request: RpcRequest | undefined, requestId: string): RequestResult {
  const forAll = limitReasons.has(error.reason);
  const errorOf = (element?: RequestElement) =>
    element?.problem && !forAll ? new InvalidRequestError(element.problem) : error;
  const elements: readonly (RequestElement | undefined)[] = request?.elements ?? [undefined];
  return {
    status: httpStatusOf(error),
    contentType: 'application/json',
    contentEncoding: undefined,
    payload: { body: refusalText(request, requestId, errorOf), base64: false },
    calls: elements.map((element) => ({
      method: element?.call?.method,
      outcome: outcomeOf(errorOf(element).reason),
    })),
  };
}

export const httpStatusOf = (error: GatewayError): number => answers[error.reason][0];

export const jsonRpcCodeOf = (error: GatewayError): number => answers[error.reason][1];

/** The body that refuses a whole request: one error object, or for a batch one per element, in order. */
export function refusalText(
  request: RpcRequest | undefined,
  requestId: string,
  errorOf: (element?: RequestElement) => GatewayError,
): string {
  if (!request) return errorText(errorOf(), requestId, 'null');
  const texts = request.elements.map((element) => errorText(errorOf(element), requestId, rawId(element.raw)));
  return request.batch ? `[${texts.join(',')}]` : (texts[0] ?? '');
}

/** A JSON-RPC error object as text; `id` is raw JSON. */
export function errorText(error: GatewayError, requestId: string, id: string): string {
  const body = {
    code: jsonRpcCodeOf(error),
    message: error.message,
    data: { reason: error.reason, requestId, ...error.details },
  };
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(body)}}`;
}

/** Not at a spent quota: clients that obey the header would wait until midnight without a word (docs/decisions/0040). */
export function retryAfterHeader(error: GatewayError | undefined): Readonly<Record<string, string>> {
  const { retryAfterSeconds } = error?.details ?? {};
  if (retryAfterSeconds === undefined || error?.reason === 'quota_exceeded') return {};
  return { 'Retry-After': String(retryAfterSeconds) };
}
