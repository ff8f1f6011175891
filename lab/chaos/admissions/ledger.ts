import type { Limits } from '../../../src/plans.ts';
import type { UpdateRequest } from '../../../src/table/item-table.ts';
import { dayOf, secondOfDay } from '../../../src/time.ts';
import { Sums } from '../sums.ts';

type Refusal = { readonly key: string; readonly at: number; readonly n: number; readonly by: 'second' | 'day' };

const secondName = (key: string, day: string, second: number) => `${key}#${day}#${second}`;
const dayName = (key: string, day: string) => `${key}#${day}`;

/** The answers that each process got: the truth against which the table's items are checked. */
export class Ledger {
  /** Told that they are admitted, by the second and the day that they were counted in. */
  readonly seconds = new Sums();
  readonly days = new Sums();
  /** Of those, what was never begun to be given back: never more than what is counted at that moment. */
  readonly kept = new Sums();
  readonly givenBack = new Sums();
  /** Calls of writes whose outcome nobody learned: each may be counted, once. */
  readonly #unknownSeconds = new Sums();
  readonly unknown = new Sums();
  readonly unknownReturns = new Sums();
  readonly #refusals: Refusal[] = [];
  asked = 0;
  unavailable = 0;

  admitted(key: string, { day, second, n }: { day: string; second: number; n: number }): void {
    this.seconds.add(secondName(key, day, second), n);
    this.days.add(dayName(key, day), n);
    this.kept.add(dayName(key, day), n);
  }

  /** Calls are about to be given back: from now on their place may be taken. */
  returning(key: string, day: string, n: number): void {
    this.kept.add(dayName(key, day), -n);
  }

  refused(refusal: Refusal): void {
    this.#refusals.push(refusal);
  }

  /** A write that was executed, or may have been. */
  written({ key: { pk }, update, values }: UpdateRequest, isKnown: boolean): void {
    const [, second] = /s(\d+) :n/.exec(update) ?? [];
    const n = second === undefined ? 0 : Number(values[':n']);
    const returned = second === undefined ? Number(values[':least'] ?? 0) : n - Number(values[':more']);
    (isKnown ? this.givenBack : this.unknownReturns).add(String(pk), returned);
    if (isKnown || n === 0) return;
    this.unknown.add(String(pk), n);
    this.#unknownSeconds.add(`${pk}#${second}`, n);
  }

  get refusedCalls(): number {
    return this.#refusals.reduce((sum, { n }) => sum + n, 0);
  }

  /** Calls that were refused although their window had room from its beginning to its end: counts only grow in it. */
  needlesslyRefused(limits: Limits): number {
    return this.#refusals.filter((refusal) => this.#hadRoom(refusal, limits)).reduce((sum, { n }) => sum + n, 0);
  }

  #hadRoom({ key, at, n, by }: Refusal, limits: Limits): boolean {
    const day = dayOf(at);
    if (by === 'day') {
      const name = dayName(key, day);
      return this.days.of(name) + this.unknown.of(name) + n <= limits.callsPerDay;
    }
    const name = secondName(key, day, secondOfDay(at));
    return this.seconds.of(name) + this.#unknownSeconds.of(name) + n <= limits.callsPerSecond;
  }
}
