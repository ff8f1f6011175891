import type { GatewayError, Reason } from '../errors.ts';
import { type Element, type RpcRequest, rawId } from './request.ts';

/** The HTTP status and JSON-RPC code of every verdict of the gateway's own. */
const answers: Readonly<Record<Reason, { readonly status: number; readonly code: number }>> = {
  parse_error: { status: 400, code: -32700 },
  invalid_request: { status: 400, code: -32600 },
  batch_too_large: { status: 413, code: -32600 },
  unsupported_media_type: { status: 415, code: -32600 },
  // Outside -32001 to -32019: Solana nodes use that range, and clients would misread a verdict of ours there.
  rate_limited: { status: 429, code: -32029 },
  quota_exceeded: { status: 429, code: -32029 },
  upstream_unavailable: { status: 502, code: -32603 },
  upstream_timeout: { status: 504, code: -32603 },
  response_too_large: { status: 502, code: -32603 },
  limits_unavailable: { status: 503, code: -32603 },
  internal_error: { status: 500, code: -32603 },
};

/** The HTTP status of a verdict. */
export const statusOf = (error: GatewayError): number => answers[error.reason].status;

/** One JSON-RPC error object as text; `id` is raw JSON. */
export function errorText(error: GatewayError, requestId: string, id: string): string {
  const body = {
    code: answers[error.reason].code,
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
  errorOf: (element?: Element) => GatewayError,
): string {
  if (!request) return errorText(errorOf(), requestId, 'null');
  const texts = request.elements.map((element) => errorText(errorOf(element), requestId, rawId(element.raw)));
  return request.batch ? `[${texts.join(',')}]` : (texts[0] ?? '');
}
