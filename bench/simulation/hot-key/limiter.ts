import type { Events } from '../events.ts';
import { Item, sharesOf, WriteCount } from './item.ts';

/** How a call ended: `unavailable` is one that no write could be made for. */
export type Verdict = 'admitted' | 'refused' | 'unavailable';

/** The place in a function process where admission remembers things; each process has its own. */
export type Process = {
  /** Says how a call ended that came in now and is to be counted in this second. */
  admit(second: number, answer: (verdict: Verdict) => void): void;
};

/** A way to count a key's calls: starts another process that does it so. */
export type Limiter = { startProcess(): Process; readonly writes: WriteCount };

/** What every way has: the clock, chance, the limit of calls a second, and the items that the limit is spread over. */
export type Parts = {
  readonly events: Events;
  readonly random: () => number;
  readonly limit: number;
  readonly items: number;
};

/** Items that share a limit, and the count of their writes. */
export function makeItems({ events, random, limit, items }: Parts): { items: Item[]; writes: WriteCount } {
  const writes = new WriteCount();
  return { items: sharesOf(limit, items).map((share) => new Item({ events, random, share, writes })), writes };
}
