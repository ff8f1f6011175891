import { chainOf } from '../chains/network-chain.ts';
import type { Admissions } from '../limits/admissions.ts';
import type { PendingForward } from './forward-calls.ts';
import type { ProxyRequest } from './parse-request.ts';
import type { ValidElement } from './rpc-request.ts';

/**
 * Relays that begin while their calls are still being admitted, which a refusal then cancels: of calls that only read, of
 * keys that are expected to have room, and of each key one at a time, so that a refusal never finds several under way.
 */
export class EarlyForwards {
  readonly #admissions: Admissions;
  readonly #keys = new Set<string>();

  constructor(admissions: Admissions) {
    this.#admissions = admissions;
  }

  /** Begins a relay now, if that may be; who gets it must end it by `cancel`, whatever has become of it. */
  give({ network, keyId, plan }: ProxyRequest, calls: readonly ValidElement[], start: () => PendingForward) {
    const chain = chainOf(network);
    if (this.#keys.has(keyId) || !calls.every(({ call }) => chain?.onlyReads(call.method))) return undefined;
    if (!this.#admissions.expects(keyId, plan.limits, calls.length)) return undefined;
    this.#keys.add(keyId);
    const { ended, cancel } = start();
    return {
      ended,
      cancel: () => {
        this.#keys.delete(keyId);
        cancel();
      },
    };
  }
}
