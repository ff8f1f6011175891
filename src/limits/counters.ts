import { ConditionFailedError } from '../table/condition-failed-error.ts';
import type { ItemTable, UpdateRequest } from '../table/table.ts';
import { type Admission, admissionUpdate, giveBackUpdate, sweepUpdate, undoUpdate } from './admissions-item.ts';
import { Doubts } from './doubts.ts';
import { hasMarker, Markers } from './marker.ts';
import { Memory } from './memory.ts';
import { readSeen, type Seen } from './seen.ts';
import { staleIn, sweptNames, wantsSweeping } from './stale.ts';
import { dayMs, endOfDay, secondOfDay } from './windows.ts';

/** What is to be counted in an item. */
export type Counting = Pick<Admission, 'pk' | 'second' | 'n' | 'limits'>;

/** A give-back whose answer was lost is made again for this long: as long as its marker is sure to be there. */
const markedMs = 3_000;

/** An item outlives its day by this long, so that a day's end can still be looked at. */
const expiresAt = (at: number): number => Math.floor((endOfDay(at) + 2 * dayMs) / 1_000);

/**
 * The items of Admissions as one process writes them. A write that the table makes once more, because an answer was lost,
 * counts once: it finds its own marker. One that failed in the end is put right by the next that does not.
 */
export class Counters {
  readonly #table: ItemTable;
  readonly #markers: Markers;
  readonly #memory = new Memory();
  readonly #doubts = new Doubts();

  constructor(table: ItemTable, random: () => number) {
    this.#table = table;
    this.#markers = new Markers(random);
  }

  /** What this process knows of an item at a moment (ms since the epoch), without asking. */
  known(pk: string, at: number): Seen {
    return this.#memory.get(pk, at);
  }

  /** The item as it stands. Errors are the table's. */
  async read(pk: string): Promise<Seen> {
    return readSeen(await this.#table.get({ pk }));
  }

  /** Counts calls if both windows have room for all of them: whether they had. Errors are the table's. */
  async count(counting: Counting, at: number): Promise<boolean> {
    const { pk, second } = counting;
    const marker = this.#markers.next(pk, second);
    const stale = sweptNames(this.known(pk, at), secondOfDay(at), this.#memory.secondsSince(pk, at));
    const settled = this.#markers.settled(pk);
    const admission = { ...counting, marker, settled, stale, expiresAt: expiresAt(at) };
    const onRepeat = () => this.#markers.keep(marker);
    try {
      this.#learn(pk, at, await this.#table.update({ ...admissionUpdate(admission), onRepeat }));
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) {
        this.#doubts.add(pk, { update: undoUpdate(admission), until: Number.POSITIVE_INFINITY });
        throw error;
      }
      this.#learn(pk, at, error.item);
      if (!hasMarker(error.item, marker)) return false;
    }
    this.#markers.settle(pk, marker);
    await this.#tidy(pk, at);
    return true;
  }

  /**
   * Gives calls back to the day of an item.
   * @param at when they were counted, and `now`, in ms since the epoch
   * @throws {ConditionFailedError} when the day has not as many
   */
  async giveBack(pk: string, n: number, at: number, now: number): Promise<void> {
    const marker = this.#markers.next(pk, secondOfDay(now));
    const update = giveBackUpdate(pk, n, marker);
    try {
      this.#learn(pk, at, await this.#table.update(update));
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) this.#doubts.add(pk, { update, until: now + markedMs });
      if (!(error instanceof ConditionFailedError && hasMarker(error.item, marker))) throw error;
      this.#learn(pk, at, error.item);
    }
  }

  #learn(pk: string, at: number, item: Readonly<Record<string, unknown>> | undefined): void {
    this.#memory.learn(pk, at, readSeen(item));
  }

  /** What nobody waits for the answer of, beyond that it is known: failing, it is left for the next time. */
  async #tidy(pk: string, at: number): Promise<void> {
    for (const doubt of this.#doubts.take(pk, at)) {
      if (!(await this.#put(pk, at, doubt.update))) this.#doubts.add(pk, doubt);
    }
    const stale = staleIn(this.known(pk, at), secondOfDay(at));
    if (wantsSweeping(stale)) await this.#put(pk, at, sweepUpdate(pk, stale.names, expiresAt(at)));
  }

  /** Whether it is known how a write ended: a condition that fails says that there is nothing to put right. */
  async #put(pk: string, at: number, update: UpdateRequest): Promise<boolean> {
    try {
      this.#learn(pk, at, await this.#table.update(update));
      return true;
    } catch (error) {
      return error instanceof ConditionFailedError;
    }
  }
}
