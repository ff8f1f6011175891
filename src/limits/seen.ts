import { type Counts, noCounts } from './counts.ts';
import { markerBlock } from './marker.ts';

/** An item of Admissions as a process saw it. */
export type Seen = {
  readonly counts: Counts;
  /** How many tokens each attribute of markers holds. */
  readonly markers: ReadonlyMap<string, number>;
};

export const nothingSeen: Seen = { counts: noCounts, markers: new Map() };

/** Reads an item; one that is not there counts nothing. */
export function readSeen(item: Readonly<Record<string, unknown>> | undefined): Seen {
  const seconds = new Map<number, number>();
  const markers = new Map<string, number>();
  for (const [name, value] of Object.entries(item ?? {})) {
    if (typeof value === 'number' && /^s\d+$/.test(name)) seconds.set(Number(name.slice(1)), value);
    if (value instanceof Set && markerBlock(name) !== undefined) markers.set(name, value.size);
  }
  const used = typeof item?.used === 'number' ? item.used : 0;
  return { counts: { used, seconds }, markers };
}

/** The counters of an item; one that is not there counts nothing. */
export const readCounts = (item: Readonly<Record<string, unknown>> | undefined): Counts => readSeen(item).counts;
