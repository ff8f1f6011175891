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

export type CallsToCount = Pick<AdmissionWrite, 'pk' | 'second' | 'n' | 'limits'>;

type CachedState = { readonly state: CounterState; readonly readAt: number };

/** Other processes may give calls back to the day, so cached counters expire; within a second, counts only grow. */
const cacheMs = 15_000;

/** Calls are given back again only while the marker cannot have been cleared; later, they could be given back twice. */
const repeatGiveBackMs = 3_000;

const maxPendingCorrections = 20;

const unknownOutcome = Symbol('unknown outcome');

/** Corrects a write whose outcome is unknown. `from` and `until` are in ms since the epoch. */
type PendingCorrection = {
  readonly from: number;
  readonly until: number;
  /** Resolves to false if its own outcome is unknown. */
  readonly make: (at: number) => Promise<boolean>;
};

/** Items are kept for two days after their day, so that operators can examine the end of a day. */
const expiresAt = (at: number): number => Math.floor((endOfDay(at) + 2 * dayMs) / 1_000);

/** A write counts once even if its answer is lost. The next admission of the key corrects a write that failed. */
export class AdmissionCounters {
  readonly #table: ItemTable;
  readonly #random: () => number;
  readonly #cache = new BoundedMap<CachedState>();
  /** The marker of each item's last write, which the next write deletes. */
  readonly #lastMarkers = new BoundedMap<WriteMarker>();
  readonly #corrections = new BoundedMap<readonly PendingCorrection[]>();

  constructor(table: ItemTable, random: () => number) {
    this.#table = table;
    this.#random = random;
  }

  /** Empty if the counters are unknown or expired, or if the clock was set back. */
  cached(pk: string, at: number): CounterState {
    const cached = this.#cache.get(pk);
    return cached && at >= cached.readAt && at - cached.readAt < cacheMs ? cached.state : emptyState;
  }

  async read(pk: string): Promise<CounterState> {
    return readCounterState(await this.#table.get({ pk }));
  }

  /** Undefined if a window has no room. After an error the calls may be counted until the next admission corrects it. */
  async count(calls: CallsToCount, at: number): Promise<CounterState | undefined> {
    const { pk, second, n } = calls;
    // Expired counters are useless here: another process has probably cleared the item since.
    const clearing = clearable(this.cached(pk, at));
    const toUndo = (marker: WriteMarker): PendingCorrection => ({
      from: Number.NEGATIVE_INFINITY,
      until: Number.POSITIVE_INFINITY,
      make: (now) => this.#undo(pk, now, n, marker),
    });
    const { item, marker, repeated } = await this.#updateWithMarker(
      pk,
      second,
      (markers) => admissionUpdate({ ...calls, ...markers, clearing, expiresAt: expiresAt(at) }),
      toUndo,
    );
    const state = this.#remember(pk, at, item);
    if (hasMarker(item, marker)) {
      await this.#cleanUp(pk, at, state);
      return this.cached(pk, at);
    }
    // A delayed earlier try may still find room that the last try did not find.
    if (repeated && !(await this.#undo(pk, at, n, marker))) this.#correctLater(pk, toUndo(marker));
    return undefined;
  }

  /** @throws {ConditionFailedError} if fewer calls were counted on that day */
  async giveBack(pk: string, n: number, at: number): Promise<CounterState> {
    const { item, marker } = await this.#updateWithMarker(
      pk,
      secondOfDay(at),
      (markers) => giveBackUpdate(pk, n, markers),
      (_, update) => ({
        from: at,
        until: at + repeatGiveBackMs,
        make: async (now) => (await this.#tryUpdate(pk, now, update)) !== unknownOutcome,
      }),
    );
    if (!hasMarker(item, marker)) throw new ConditionFailedError(item);
    return this.#remember(pk, at, item);
  }

  /** The item has the marker if this or an earlier try was executed. */
  async #updateWithMarker(
    pk: string,
    second: number,
    toUpdate: (markers: WriteMarkers) => UpdateRequest,
    toCorrection: (marker: WriteMarker, update: UpdateRequest) => PendingCorrection,
  ): Promise<{ readonly item: Item | undefined; readonly marker: WriteMarker; readonly repeated: boolean }> {
    const last = this.#lastMarkers.get(pk);
    const older = this.#cache.get(pk)?.state.older;
    const marker = createMarker(second, this.#random, (name) => name === last?.attribute || older?.has(name) === true);
    const update = toUpdate({ marker, obsolete: last?.attribute === marker.attribute ? undefined : last });
    let repeated = false;
    const onRepeat = () => {
      repeated = true;
    };
    const item = await this.#update({ ...update, onRepeat }).catch((error: unknown) => {
      this.#correctLater(pk, toCorrection(marker, update));
      throw error;
    });
    // A delayed earlier try must find the marker, so it may only be deleted if there was no earlier try.
    if (!repeated && hasMarker(item, marker)) this.#lastMarkers.set(pk, marker);
    return { item, marker, repeated };
  }

  /** Returns the item also if the condition failed: its marker tells the two cases apart. */
  async #update(request: UpdateRequest): Promise<Item | undefined> {
    try {
      return await this.#table.update(request);
    } catch (error) {
      if (error instanceof ConditionFailedError) return error.item;
      throw error;
    }
  }

  #remember(pk: string, at: number, item: Item | undefined): CounterState {
    const state = readCounterState(item);
    this.#cache.set(pk, { state, readAt: at });
    return state;
  }

  #correctLater(pk: string, correction: PendingCorrection): void {
    this.#corrections.set(pk, [...(this.#corrections.get(pk) ?? []), correction].slice(-maxPendingCorrections));
  }

  /** If a correction fails, the next admission repeats it. */
  async #cleanUp(pk: string, at: number, state: CounterState): Promise<void> {
    const corrections = this.#corrections.get(pk) ?? [];
    this.#corrections.delete(pk);
    for (const correction of corrections) {
      if (at < correction.from || at >= correction.until) continue;
      if (!(await correction.make(at))) this.#correctLater(pk, correction);
    }
    const clearing = overdueClearing(state);
    if (clearing) await this.#tryUpdate(pk, at, clearUpdate(pk, clearing));
  }

  /** Returns false if the outcome is unknown. */
  async #undo(pk: string, at: number, n: number, marker: WriteMarker): Promise<boolean> {
    for (const update of [undoUpdate(pk, n, marker), preventUpdate(pk, marker), undoUpdate(pk, n, marker)]) {
      const item = await this.#tryUpdate(pk, at, update);
      if (item === unknownOutcome) return false;
      if (isUndone(item, marker)) return true;
    }
    return false;
  }

  async #tryUpdate(pk: string, at: number, request: UpdateRequest): Promise<Item | undefined | typeof unknownOutcome> {
    try {
      const item = await this.#update(request);
      this.#remember(pk, at, item);
      return item;
    } catch {
      return unknownOutcome;
    }
  }
}
