import { BoundedMap } from '../bounded-map.ts';
import { ConditionFailedError, type Item, type ItemTable, type UpdateRequest } from '../table/item-table.ts';
import { dayMs, endOfDay, secondOfDay } from '../time.ts';
import { type CounterState, clearable, emptyState, overdueClearing, readCounterState } from './counter-state.ts';
import {
  type AdmissionWrite,
  admissionUpdate,
  clearUpdate,
  createMarker,
  giveBackUpdate,
  hasMarker,
  isUndone,
  preventUpdate,
  undoUpdate,
  type WriteMarker,
  type WriteMarkers,
} from './counter-writes.ts';

/** Calls to count, and where. */
export type CallsToCount = Pick<AdmissionWrite, 'pk' | 'second' | 'n' | 'limits'>;

/** What this process last read in an item, and when. */
type CachedState = { readonly state: CounterState; readonly readAt: number };

/**
 * How long counters are believed without asking again. A second's count only grows, but the day's falls when another
 * process gives calls back.
 */
const cacheMs = 15_000;

/** A give-back whose answer was lost is sent again for this long: its marker is then still in the item. */
const repeatMs = 3_000;

/** DynamoDB is out of order for longer than a few tries: the oldest corrections are dropped. */
const maxCorrections = 20;

/** Nobody knows whether a write was carried out. */
const unknown = Symbol('unknown');

/** A write that corrects what a failed write may have done. It resolves to whether the outcome is known. */
type PendingCorrection = {
  /** When it may be made, ms since the epoch. */
  readonly from: number;
  readonly until: number;
  readonly make: (at: number) => Promise<boolean>;
};

/** An item outlives its day by this long, so that the end of a day can still be examined. */
const expiresAt = (at: number): number => Math.floor((endOfDay(at) + 2 * dayMs) / 1_000);

/**
 * The items of Admissions as one process reads and writes them. A write that is sent again because its answer was lost
 * counts once; a write that failed in the end is corrected by the next one that succeeds.
 */
export class AdmissionCounters {
  readonly #table: ItemTable;
  readonly #random: () => number;
  readonly #known = new BoundedMap<CachedState>();
  readonly #settled = new BoundedMap<WriteMarker>();
  readonly #corrections = new BoundedMap<readonly PendingCorrection[]>();

  constructor(table: ItemTable, random: () => number) {
    this.#table = table;
    this.#random = random;
  }

  /** What this process knows of an item, without asking. A clock that was set back makes it know nothing. */
  known(pk: string, at: number): CounterState {
    const known = this.#known.get(pk);
    return known && isFresh(known, at) ? known.state : emptyState;
  }

  /** The item as it stands. Errors are the table's. */
  async read(pk: string): Promise<CounterState> {
    return readCounterState(await this.#table.get({ pk }));
  }

  /**
   * Counts calls if both windows have room for all of them: the item after that, or undefined when they had not. Errors
   * are the table's; the calls may then be counted, until the next write corrects it.
   */
  async count(counting: CallsToCount, at: number): Promise<CounterState | undefined> {
    const { pk, second, n } = counting;
    // Only of an item seen lately: a clearing by somebody else since would be in vain.
    const clearing = clearable(this.known(pk, at));
    const undo = (marker: WriteMarker): PendingCorrection => ({
      from: Number.NEGATIVE_INFINITY,
      until: Number.POSITIVE_INFINITY,
      make: (now) => this.#undo(pk, now, n, marker),
    });
    const { item, marker, repeated } = await this.#writeMarked(
      pk,
      second,
      (marks) => admissionUpdate({ ...counting, ...marks, clearing, expiresAt: expiresAt(at) }),
      undo,
    );
    const state = this.#learn(pk, at, item);
    if (hasMarker(item, marker)) {
      await this.#tidy(pk, at, state);
      return this.known(pk, at);
    }
    // An earlier try may still arrive, and find room that the last one did not.
    if (repeated && !(await this.#undo(pk, at, n, marker))) this.#correctLater(pk, undo(marker));
    return undefined;
  }

  /**
   * Gives calls back to the day of an item: the item after that.
   * @throws {ConditionFailedError} when the day has not as many
   */
  async giveBack(pk: string, n: number, at: number): Promise<CounterState> {
    const { item, marker } = await this.#writeMarked(
      pk,
      secondOfDay(at),
      (marks) => giveBackUpdate(pk, n, marks),
      (_, update) => ({
        from: at,
        until: at + repeatMs,
        make: async (now) => (await this.#attempt(pk, now, update)) !== unknown,
      }),
    );
    if (!hasMarker(item, marker)) throw new ConditionFailedError(item);
    return this.#learn(pk, at, item);
  }

  /** Makes a write with a marker, which the item then has if the write was carried out by this or an earlier try. */
  async #writeMarked(
    pk: string,
    second: number,
    toUpdate: (marks: WriteMarkers) => UpdateRequest,
    toCorrection: (marker: WriteMarker, update: UpdateRequest) => PendingCorrection,
  ): Promise<{ readonly item: Item | undefined; readonly marker: WriteMarker; readonly repeated: boolean }> {
    const last = this.#settled.get(pk);
    const older = this.#known.get(pk)?.state.older;
    const marker = createMarker(second, this.#random, (one) => one === last?.attribute || older?.has(one) === true);
    const update = toUpdate({ marker, settled: last?.attribute === marker.attribute ? undefined : last });
    let repeated = false;
    const onRepeat = () => {
      repeated = true;
    };
    const item = await this.#update({ ...update, onRepeat }).catch((error: unknown) => {
      this.#correctLater(pk, toCorrection(marker, update));
      throw error;
    });
    // An earlier try that arrives after the last one must find the marker: it is deleted only when there was none.
    if (!repeated && hasMarker(item, marker)) this.#settled.set(pk, marker);
    return { item, marker, repeated };
  }

  /** The item after a write, or as it stands where the condition failed: its marker tells which. */
  async #update(request: UpdateRequest): Promise<Item | undefined> {
    try {
      return await this.#table.update(request);
    } catch (error) {
      if (error instanceof ConditionFailedError) return error.item;
      throw error;
    }
  }

  #learn(pk: string, at: number, item: Item | undefined): CounterState {
    const state = readCounterState(item);
    this.#known.set(pk, { state, readAt: at });
    return state;
  }

  #correctLater(pk: string, correction: PendingCorrection): void {
    this.#corrections.set(pk, [...(this.#corrections.get(pk) ?? []), correction].slice(-maxCorrections));
  }

  /** Corrects and clears after an admission. Nobody waits for the result: what fails is left for the next time. */
  async #tidy(pk: string, at: number, state: CounterState): Promise<void> {
    const corrections = this.#corrections.get(pk) ?? [];
    this.#corrections.delete(pk);
    for (const correction of corrections) {
      if (at < correction.from || at >= correction.until) continue;
      if (!(await correction.make(at))) this.#correctLater(pk, correction);
    }
    const clearing = overdueClearing(state);
    if (clearing) await this.#attempt(pk, at, clearUpdate(pk, clearing));
  }

  /** Takes calls back from the day if they were counted; otherwise no late try may count them. */
  async #undo(pk: string, at: number, n: number, marker: WriteMarker): Promise<boolean> {
    for (const update of [undoUpdate(pk, n, marker), preventUpdate(pk, marker), undoUpdate(pk, n, marker)]) {
      const item = await this.#attempt(pk, at, update);
      if (item === unknown) return false;
      if (isUndone(item, marker)) return true;
    }
    return false;
  }

  /** The item after a correcting write, or as it stands where its condition failed. */
  async #attempt(pk: string, at: number, request: UpdateRequest): Promise<Item | undefined | typeof unknown> {
    try {
      const item = await this.#update(request);
      this.#learn(pk, at, item);
      return item;
    } catch {
      return unknown;
    }
  }
}

const isFresh = ({ readAt }: CachedState, at: number): boolean => at >= readAt && at - readAt < cacheMs;
