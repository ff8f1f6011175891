import { type GatewayError, InvalidRequestError, type Reason } from '../errors.ts';
import { outcomeOf } from '../records/outcome.ts';
import { refusalText, statusOf } from './answer.ts';
import type { Relayed } from './relay.ts';
import type { Element, RpcRequest } from './request.ts';

/** Given for the request as a whole, whatever its elements are. */
const beforeElements: ReadonlySet<Reason> = new Set(['rate_limited', 'quota_exceeded', 'limits_unavailable']);

/**
 * The gateway's own answer to a whole request, in the form in which a node's would come: each call gets the error, and an
 * element that is not a valid call its own error, once the limits let the request pass.
 * @param request undefined where the body could not be read as calls
 */
export function refuseAll(error: GatewayError, request: RpcRequest | undefined, requestId: string): Relayed {
  const forAll = beforeElements.has(error.reason);
  const errorOf = (element?: Element) =>
    element?.problem && !forAll ? new InvalidRequestError(element.problem) : error;
  const elements: readonly (Element | undefined)[] = request?.elements ?? [undefined];
  return {
    status: statusOf(error),
    contentType: 'application/json',
    contentEncoding: undefined,
    payload: { body: refusalText(request, requestId, errorOf), base64: false },
    calls: elements.map((element) => ({
      method: element?.call?.method,
      outcome: outcomeOf(errorOf(element).reason),
    })),
  };
}
