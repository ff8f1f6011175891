import { BoundedMap } from '../runtime/bounded-map.ts';
import { ConditionFailedError, type Item, type ItemTable } from '../table/item-table.ts';
import { dayMs, type EpochMs, endOfDay } from '../time.ts';
import { type CounterState, emptyState, readCounterState } from './counter-state.ts';
import { type AdmissionWrite, admissionUpdate, giveBackUpdate, removalUpdate } from './counter-writes.ts';
import { firstKeptSecond, oldSeconds, overdueSeconds } from './old-seconds.ts';

export type CallsToCount = Pick<AdmissionWrite, 'pk' | 'second' | 'n' | 'limits'>;

type KnownState = { readonly state: CounterState; readonly readAt: number };

/** Other processes may give calls back to the day, so known counters expire; within a second, counts only grow. */
const believedMs = 15_000;

/** Items are kept for two days after their day, so that operators can examine the end of a day. */
const expiresAt = (at: number): number => Math.floor((endOfDay(at) + 2 * dayMs) / 1_000);

/** The counters of keys in DynamoDB, and what this process knows of them. Every write is tried once. */
export class AdmissionCounters {
  readonly #table: Pick<ItemTable, 'get' | 'update'>;
  readonly #lastDate: () => EpochMs | undefined;
  readonly #known = new BoundedMap<KnownState>();

  /** @param lastDate the `Date` of DynamoDB's last answer */
  constructor(table: Pick<ItemTable, 'get' | 'update'>, lastDate: () => number | undefined) {
    this.#table = table;
    this.#lastDate = lastDate;
  }

  /** As this process last saw them, however long ago. Empty if it has not seen them. */
  known(pk: string): CounterState {
    return this.#known.get(pk)?.state ?? emptyState;
  }

  /** Empty also if they were seen too long ago, or if the clock was set back. */
  believed(pk: string, at: number): CounterState {
    const known = this.#known.get(pk);
    return known && at >= known.readAt && at - known.readAt < believedMs ? known.state : emptyState;
  }

  async read(pk: string): Promise<CounterState> {
    return readCounterState(await this.#table.get({ pk }));
  }

  /**
   * Counts calls. Undefined if a window has no room for them: the counters are then known.
   * @throws the table's error: the calls may have been counted
   */
  async count(calls: CallsToCount, at: number): Promise<CounterState | undefined> {
    const { pk } = calls;
    const remove = oldSeconds(this.#known.get(pk)?.state, this.#firstKept(at));
    try {
      const item = await this.#table.update(admissionUpdate({ ...calls, remove, expiresAt: expiresAt(at) }));
      return await this.#removeOverdue(pk, at, this.#remember(pk, at, item));
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      this.#remember(pk, at, error.item);
      return undefined;
    }
  }

  /** @throws {ConditionFailedError} if fewer calls were counted on that day @throws the table's error */
  async giveBack(pk: string, n: number, at: number): Promise<CounterState> {
    return this.#remember(pk, at, await this.#table.update(giveBackUpdate(pk, n)));
  }

  /** Needed where each process sees the key so rarely that none knows what to remove with its admission. */
  async #removeOverdue(pk: string, at: number, state: CounterState): Promise<CounterState> {
    const overdue = overdueSeconds(state, this.#firstKept(at));
    if (overdue.length === 0) return state;
    try {
      return this.#remember(pk, at, await this.#table.update(removalUpdate(pk, overdue, expiresAt(at))));
    } catch {
      return state;
    }
  }

  #firstKept(at: number): number {
    return firstKeptSecond(endOfDay(at) - dayMs, this.#lastDate());
  }

  #remember(pk: string, at: number, item: Item | undefined): CounterState {
    const state = readCounterState(item);
    this.#known.set(pk, { state, readAt: at });
    return state;
  }
}
