import { BoundedMap } from '../runtime/bounded-map.ts';
import { ConditionFailedError, type Item, type ItemTable } from '../table/item-table.ts';
import { dayMs, type EpochMs, endOfDay } from '../time.ts';
import { type CounterState, emptyState, readCounterState } from './counter-state.ts';
import { type AdmissionWrite, admissionUpdate, giveBackUpdate, removalUpdate } from './counter-writes.ts';
import { firstKeptSecond, oldSeconds, overdueSeconds } from './old-seconds.ts';
import { OwedCalls } from './owed-calls.ts';
import { failureOfWrite } from './write-failure.ts';

export type CallsToCount = Pick<AdmissionWrite, 'pk' | 'second' | 'n' | 'limits'>;

type KnownState = { readonly state: CounterState; readonly readAt: number };

/** Other processes may give calls back to the day, so known counters expire; within a second, counts only grow. */
const believedMs = 15_000;

/** Items are kept for two days after their day, so that operators can examine the end of a day. */
const expiresAt = (at: number): number => Math.floor((endOfDay(at) + 2 * dayMs) / 1_000);

type AdmissionCountersDeps = {
  readonly table: Pick<ItemTable, 'get' | 'update'>;
  /** The `Date` of DynamoDB's last answer. */
  readonly lastDate: () => EpochMs | undefined;
  /** Called with calls of a day that may not have been returned, and never will be. */
  readonly notReturned: (pk: string, n: number, cause: unknown) => void;
};

/** The counters of keys in DynamoDB, and what this process knows of them. Every write is tried once. */
export class AdmissionCounters {
  readonly #deps: AdmissionCountersDeps;
  readonly #known = new BoundedMap<KnownState>();
  readonly #owed = new OwedCalls();

  constructor(deps: AdmissionCountersDeps) {
    this.#deps = deps;
  }

  /** As this process last saw them, however long ago. Empty if it has not seen them. */
  known(pk: string): CounterState {
    return this.#withoutOwed(pk, this.#known.get(pk)?.state);
  }

  /** Empty also if they were seen too long ago, or if the clock was set back. */
  believed(pk: string, at: number): CounterState {
    const known = this.#known.get(pk);
    const isFresh = known && at >= known.readAt && at - known.readAt < believedMs;
    return this.#withoutOwed(pk, isFresh ? known.state : undefined);
  }

  async read(pk: string): Promise<CounterState> {
    return readCounterState(await this.#deps.table.get({ pk }));
  }

  /**
   * Counts calls, and returns those that this process owes to the item. Undefined if a window has no room for them: the
   * counters are then known.
   * @throws the table's error: the calls may have been counted
   */
  async count(calls: CallsToCount, at: number): Promise<CounterState | undefined> {
    const { pk } = calls;
    const remove = oldSeconds(this.#known.get(pk)?.state, this.#firstKept(at));
    const returned = this.#owed.take(pk);
    try {
      const write = admissionUpdate({ ...calls, returned, remove, expiresAt: expiresAt(at) });
      const item = await this.#deps.table.update(write);
      return await this.#removeOverdue(pk, at, this.#remember(pk, at, item));
    } catch (error) {
      const isFull = error instanceof ConditionFailedError;
      if (isFull || failureOfWrite(error) !== 'unknown') this.#owed.add(pk, returned, at);
      else if (returned > 0) this.#deps.notReturned(pk, returned, error);
      if (!isFull) throw error;
      this.#remember(pk, at, error.item);
      return undefined;
    }
  }

  /** Calls that the item's next admission returns, or {@link returnDue}. */
  owe(pk: string, n: number, at: EpochMs): void {
    this.#owed.add(pk, n, at);
  }

  /** Returns the calls for which no admission has come. Never rejects. */
  async returnDue(at: EpochMs): Promise<void> {
    await Promise.all(this.#owed.due(at).map((pk) => this.giveBack(pk, this.#owed.take(pk), at)));
  }

  /**
   * Returns calls to their day, in one try: repeated after a lost answer, it could return them twice. Undefined if it did
   * not succeed; if it certainly was not executed, but may be later, they are owed. Never rejects.
   */
  async giveBack(pk: string, n: number, at: EpochMs): Promise<CounterState | undefined> {
    try {
      return this.#remember(pk, at, await this.#deps.table.update(giveBackUpdate(pk, n)));
    } catch (error) {
      if (isNotYetExecuted(error)) this.#owed.add(pk, n, at);
      else this.#deps.notReturned(pk, n, error);
      return undefined;
    }
  }

  /** Needed where each process sees the key so rarely that none knows what to remove with its admission. */
  async #removeOverdue(pk: string, at: number, state: CounterState): Promise<CounterState> {
    const overdue = overdueSeconds(state, this.#firstKept(at));
    if (overdue.length === 0) return state;
    try {
      return this.#remember(pk, at, await this.#deps.table.update(removalUpdate(pk, overdue, expiresAt(at))));
    } catch {
      return state;
    }
  }

  #firstKept(at: number): number {
    return firstKeptSecond(endOfDay(at) - dayMs, this.#deps.lastDate());
  }

  #withoutOwed(pk: string, state: CounterState = emptyState): CounterState {
    return { ...state, used: Math.max(0, state.used - this.#owed.of(pk)) };
  }

  #remember(pk: string, at: number, item: Item | undefined): CounterState {
    const state = readCounterState(item);
    this.#known.set(pk, { state, readAt: at });
    return state;
  }
}

function isNotYetExecuted(error: unknown): boolean {
  const failure = failureOfWrite(error);
  return failure === 'throttled' || failure === 'wrong_clock';
}
