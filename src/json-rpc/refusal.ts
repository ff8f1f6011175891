import { type GatewayError, InvalidRequestError } from '../errors.ts';
import { outcomeOf } from '../records/outcome.ts';
import { refusalText, statusOf } from './answer.ts';
import type { Relayed } from './relay.ts';
import type { Element, RpcRequest } from './request.ts';

/**
 * The gateway's own answer to a whole request, in the form in which a node's would come: each call gets the verdict, and
 * an element that is no valid call its own error.
 * @param request undefined where the body could not be read as calls
 */
export function refuseAll(error: GatewayError, request: RpcRequest | undefined, requestId: string): Relayed {
  const errorOf = (element?: Element) => (element?.problem ? new InvalidRequestError(element.problem) : error);
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
