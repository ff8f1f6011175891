import type { Arrival } from './shard.ts';

/** Records at a rate for a while. */
export type Phase = { readonly seconds: number; readonly perSecond: number };

/** Records that come at random (Poisson), phase after phase, each for one of so many counters, all as likely. */
export function arrivals(phases: readonly Phase[], counters: number, random: () => number): Arrival[] {
  const all: Arrival[] = [];
  let start = 0;
  for (const { seconds, perSecond } of phases) {
    const end = start + seconds * 1_000;
    const gap = () => (-Math.log(1 - random()) * 1_000) / perSecond;
    for (let at = start + gap(); at < end; at += gap()) all.push({ at, counter: Math.floor(random() * counters) });
    start = end;
  }
  return all;
}
