import { isRead } from '../chains/chain.ts';
import type { Admissions } from '../limits/admissions.ts';
import type { PendingForward } from './forward-calls.ts';
import type { AuthorizedRequest, ForwardableRequest } from './parse-request.ts';

/** Calls that must be admitted for each that was forwarded in vain, so that nodes get at most 1.1 per admitted call. */
const admittedForVain = 10;

/**
 * Forwards that start while their calls are still being admitted; a refusal cancels them. Only reads, and only for keys that
 * had room in each second that this process knows. In a large fleet a process knows little of most keys: so after an early
 * forward in vain, calls of any key must be admitted before the next one.
 */
export class EarlyForwards {
  readonly #admissions: Admissions;
  /**
   * How many calls. A process that begins owes one: it knows no key yet. An early forward owes them until it is admitted, so
   * there is one at a time.
   */
  #owed = 1;

  constructor(admissions: Admissions) {
    this.#admissions = admissions;
  }

  /** Calls `start` if the request qualifies. The caller must call `cancel` at the end, even after success. */
  tryStart({ chain, keyId, limitsAt }: AuthorizedRequest, { calls }: ForwardableRequest, start: () => PendingForward) {
    if (this.#owed > 0 || calls.some(({ call }) => !isRead(chain, call.method))) return undefined;
    if (!this.#admissions.predictsAdmission(keyId, limitsAt, calls.length)) return undefined;
    this.#owed = calls.length * admittedForVain;
    return start();
  }

  /** Notes admitted calls. */
  admitted(calls: number, wereEarly: boolean): void {
    this.#owed = wereEarly ? 0 : Math.max(0, this.#owed - calls);
  }
}
