import { blockSeconds, isPastBlock, markerAttributes, markerBlock } from './marker.ts';
import type { Seen } from './seen.ts';

/**
 * Counters of seconds this far back are of no more use: the tries of a write end after three seconds (`callLimits` in
 * src/aws/service.ts), and clocks differ by less than one.
 */
const keepSeconds = 10;

/** Seconds before those that a process takes out unseen, when it has not seen the item for as long as counters are kept. */
const sweptSeconds = 32;

/** The most of what it has seen that one write takes out, so that its expression stays under the 4 KB of DynamoDB. */
const maxNames = 60;

/** More than this is not left for the next write. */
const tolerated = 32;

/** What of an item nobody needs any more: names of attributes, and how many numbers and tokens they hold together. */
export type Stale = { readonly names: readonly string[]; readonly held: number };

/** The counters and markers of an item, as it was seen, that are past their use at that second of the day. */
export function staleIn({ counts, markers }: Seen, ownSecond: number): Stale {
  const names: string[] = [];
  let held = 0;
  for (const second of counts.seconds.keys()) {
    if (second >= ownSecond - keepSeconds) continue;
    names.push(`s${second}`);
    held += 1;
  }
  for (const [attribute, size] of markers) {
    if (!isPastBlock(markerBlock(attribute) ?? ownSecond, ownSecond)) continue;
    names.push(attribute);
    held += size;
  }
  return { names: names.slice(0, maxNames), held };
}

/**
 * What a write takes out of an item that was seen so many seconds ago: what was past its use in it, and, where that was
 * long ago, what others may have left since. So the item stays under 1 KB, and each write at one unit.
 */
export function sweptNames(seen: Seen, ownSecond: number, secondsAgo: number): readonly string[] {
  const { names } = staleIn(seen, ownSecond);
  return secondsAgo < keepSeconds ? names : [...new Set([...names, ...unseen(ownSecond)])];
}

function unseen(ownSecond: number): string[] {
  const names: string[] = [];
  const end = ownSecond - keepSeconds;
  for (let second = Math.max(0, end - sweptSeconds); second < end; second += 1) {
    names.push(`s${second}`);
    if (second % blockSeconds === 0) names.push(...markerAttributes(second));
  }
  return names;
}

/** Whether an item should be swept at once: where calls are rare and processes many, nobody knows what is in it. */
export const wantsSweeping = ({ held }: Stale): boolean => held > tolerated;
