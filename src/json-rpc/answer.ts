import type { GatewayError, Reason } from '../errors.ts';
import { type Element, type RpcRequest, rawId } from './request.ts';

/** The HTTP status and JSON-RPC code of every verdict of the gateway's own. */
const answers: Readonly<Record<Reason, readonly [status: number, code: number]>> = {
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
export const statusOf = (error: GatewayError): number => answers[error.reason][0];

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
  errorOf: (element?: Element) => GatewayError,
): string {
  if (!request) return errorText(errorOf(), requestId, 'null');
  const texts = request.elements.map((element) => errorText(errorOf(element), requestId, rawId(element.raw)));
  return request.batch ? `[${texts.join(',')}]` : (texts[0] ?? '');
}
