import { type ErrorReason, type GatewayError, InvalidRequestError } from '../gateway-errors.ts';
import { outcomeOf } from '../records/outcome.ts';
import type { RequestResult } from './request-result.ts';
import { type RequestElement, type RpcRequest, rawId } from './rpc-request.ts';

/** Given for the request as a whole, whatever its elements are. */
const beforeElements: ReadonlySet<ErrorReason> = new Set(['rate_limited', 'quota_exceeded', 'limits_unavailable']);

/**
 * The gateway's own answer to a whole request, in the form in which a node's would come: each call gets the error, and an
 * element that is not a valid call its own error, once the limits let the request pass.
 * @param request undefined where the body could not be read as calls
 */
export function refuseRequest(error: GatewayError, request: RpcRequest | undefined, requestId: string): RequestResult {
  const forAll = beforeElements.has(error.reason);
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

/** The HTTP status and JSON-RPC code of every verdict of the gateway's own. */
const answers: Readonly<Record<ErrorReason, readonly [status: number, code: number]>> = {
  parse_error: [400, -32700],
  invalid_request: [400, -32600],
  batch_too_large: [413, -32600],
  unsupported_media_type: [415, -32600],
  // Outside -32001 to -32019: Solana nodes use that range, and clients would misread a verdict of ours there.
  rate_limited: [429, -32029],
  quota_exceeded: [429, -32029],
  upstream_unavailable: [502, -32603],
  upstream_timeout: [504, -32603],
  response_too_large: [502, -32603],
  limits_unavailable: [503, -32603],
  internal_error: [500, -32603],
};

/** The HTTP status of a verdict. */
export const httpStatusOf = (error: GatewayError): number => answers[error.reason][0];

/** One JSON-RPC error object as text; `id` is raw JSON. */
export function errorText(error: GatewayError, requestId: string, id: string): string {
  const body = {
    code: answers[error.reason][1],
    message: error.message,
    data: { reason: error.reason, requestId, ...error.details },
  };
  return `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(body)}}`;
}

/**
 * The body that refuses a whole request: one object for a single call or a body that could not be read as calls, and
 * for a batch one error per call, in order; `errorOf` gives each element's own.
 */
export function refusalText(
  request: RpcRequest | undefined,
  requestId: string,
  errorOf: (element?: RequestElement) => GatewayError,
): string {
  if (!request) return errorText(errorOf(), requestId, 'null');
  const texts = request.elements.map((element) => errorText(errorOf(element), requestId, rawId(element.raw)));
  return request.batch ? `[${texts.join(',')}]` : (texts[0] ?? '');
}
