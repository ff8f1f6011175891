import type { Addition, Positioned } from './count.ts';
import { type Contribution, contributionsOf } from './counter.ts';
import { UnknownCounterError } from './errors.ts';
import type { Streamed } from './stream-record.ts';

/** A record of a batch, its place there, and what it has still to add. */
export type Delivered = Streamed & { readonly place: number; readonly contributions: readonly Contribution[] };

/**
 * What a record has still to add to its counters.
 * @throws {UnknownCounterError}
 */
export function contributionsLeft({ record, uncounted }: Streamed): readonly Contribution[] {
  const contributions = contributionsOf(record);
  if (!uncounted) return contributions;
  const left = contributions.filter(({ sk }) => uncounted.includes(sk));
  if (left.length < new Set(uncounted).size) throw new UnknownCounterError(uncounted);
  return left;
}

/** What the records of a batch add to each counter. */
export function additionsOf(delivered: readonly Delivered[]): Addition[] {
  const additions = new Map<string, Addition & { contributions: Positioned[] }>();
  for (const one of delivered) {
    for (const contribution of one.contributions) {
      const { pk, sk } = contribution;
      const name = `${pk} ${sk}`;
      const nothing = { pk, sk, contributions: [], firstPlace: one.place };
      const addition = additions.get(name) ?? nothing;
      addition.contributions.push({ ...contribution, position: one.position, place: one.place });
      additions.set(name, addition);
    }
  }
  return [...additions.values()];
}
