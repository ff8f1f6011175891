import { BoundedMap } from '../runtime/bounded-map.ts';
import { type EpochMs, minuteMs } from '../time.ts';

/** Refusals of an account that a process records one by one. */
export const maxFirst = 10;

type Counted = { readonly count: number; readonly at: EpochMs };

/** Counts each account's refusals in this process, until a minute without one. A flood has more than the first ten. */
export class FirstRefusals {
  readonly #accounts = new BoundedMap<Counted>();

  /** Counts a refusal. Returns whether it is one of the first. */
  count(accountId: string, now: EpochMs): boolean {
    const last = this.#accounts.get(accountId);
    const count = last && Math.abs(now - last.at) < minuteMs ? last.count + 1 : 1;
    this.#accounts.set(accountId, { count, at: now });
    return count <= maxFirst;
  }

  /** Further refusals are a flood: their records could not be written one by one. */
  end(accountId: string, now: EpochMs): void {
    this.#accounts.set(accountId, { count: maxFirst, at: now });
  }
}
