import { isRead } from '../chains/chain.ts';
import type { Admissions } from '../limits/admissions.ts';
import type { PendingForward } from './forward-calls.ts';
import type { ForwardableRequest, ProxyRequest } from './parse-request.ts';

/**
 * Forwards that start while their calls are still being admitted; a refusal cancels them. Only reads, only for keys
 * that probably have room, and only one at a time per key, so that a refusal wastes at most one.
 */
export class EarlyForwards {
  readonly #admissions: Admissions;
  readonly #busyKeys = new Set<string>();

  constructor(admissions: Admissions) {
    this.#admissions = admissions;
  }

  /** Calls `start` if the request qualifies. The caller must call `cancel` at the end, even after success. */
  tryStart(request: ProxyRequest, { calls }: ForwardableRequest, start: () => PendingForward) {
    if (!this.#qualifies(request, calls)) return undefined;
    this.#busyKeys.add(request.keyId);
    const { ended, cancel } = start();
    return {
      ended,
      cancel: () => {
        this.#busyKeys.delete(request.keyId);
        cancel();
      },
    };
  }

  #qualifies({ chain, keyId, plan }: ProxyRequest, calls: ForwardableRequest['calls']): boolean {
    return (
      !this.#busyKeys.has(keyId) &&
      calls.every(({ call }) => isRead(chain, call.method)) &&
      this.#admissions.predictsAdmission(keyId, plan.limits, calls.length)
    );
  }
}
