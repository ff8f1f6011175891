import { Recent } from './recent.ts';

/**
 * A write's own mark in the item that it changes: when its answer is lost, the same write made once more finds it there
 * and changes nothing. `attribute` names a set of tokens.
 */
export type Marker = { readonly attribute: string; readonly token: string };

/**
 * Seconds whose markers share an attribute. A marker is left alone for at least as long again, so that it outlives every
 * try of its write (`callLimits` in src/aws/service.ts) on clocks that are up to a second apart.
 */
export const blockSeconds = 4;

/** That two of a block's markers are alike, and a call is not counted, happens once in 10^12 calls at 50 a second. */
const tokens = 36 ** 9;

/** Makes the markers of one process, and says which of them has done its duty. */
export class Markers {
  readonly #random: () => number;
  readonly #settled = new Recent<Marker>();
  readonly #kept = new WeakSet<Marker>();

  constructor(random: () => number) {
    this.#random = random;
  }

  /** A marker for the next write of an item, which counts in that second of the day. */
  next(pk: string, second: number): Marker {
    const [one, other] = markerAttributes(second);
    // One expression can either add to a set or delete from it, and the last marker is to be deleted.
    const attribute = this.#settled.get(pk)?.attribute === one ? other : one;
    return { attribute, token: Math.floor(this.#random() * tokens).toString(36) };
  }

  /** The marker that the next write of an item may take out, as its own write is known to be done. */
  settled(pk: string): Marker | undefined {
    return this.#settled.get(pk);
  }

  /** A write is known to be done. */
  settle(pk: string, marker: Marker): void {
    if (!this.#kept.has(marker)) this.#settled.set(pk, marker);
  }

  /** A write is tried once more: an earlier try may arrive last of all, and must find the marker until it is swept. */
  keep(marker: Marker): void {
    this.#kept.add(marker);
  }
}

/** Whether a write that left this marker has changed the item. */
export function hasMarker(item: Readonly<Record<string, unknown>> | undefined, { attribute, token }: Marker): boolean {
  const marked = item?.[attribute];
  return marked instanceof Set && marked.has(token);
}

/** The two attributes for markers of writes that count in a second of the day. */
export function markerAttributes(second: number): readonly [string, string] {
  const block = `m${Math.floor(second / blockSeconds)}`;
  return [`${block}a`, `${block}b`];
}

/** The block of seconds whose markers an attribute holds; undefined when it holds none. */
export function markerBlock(attribute: string): number | undefined {
  const block = /^m(\d+)[ab]$/.exec(attribute)?.[1];
  return block === undefined ? undefined : Number(block);
}

/** Whether no write can still look for the markers of a block, seen from that second of the day. */
export const isPastBlock = (block: number, ownSecond: number): boolean =>
  block < Math.floor(ownSecond / blockSeconds) - 1;
