import type { Network } from '../../src/network.ts';
import { type EpochMs, hourMs } from '../../src/time.ts';

/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/** The traffic of a demo key. */
export type Workload = Pick<Network, 'chain' | 'network' | 'upstreams'> & {
  readonly name: string;
  /** Requests in the busiest hour of a working day. */
  readonly peak: number;
  /** The fraction of the peak at weekends and at night. */
  readonly weekend: number;
  readonly night: number;
  /** The rate of failures relative to production. */
  readonly trouble: number;
};

/** Production calls the first network, the other keys the second one if it exists. */
export function workloadsOf([first, second = first]: readonly Network[]): Workload[] {
  if (!first || !second) return [];
  const production = { chain: first.chain, network: first.network, upstreams: first.upstreams };
  const others = { chain: second.chain, network: second.network, upstreams: second.upstreams };
  return [
    { name: 'production', ...production, peak: 42, weekend: 0.7, night: 0.25, trouble: 1 },
    { name: 'staging', ...others, peak: 10, weekend: 0.1, night: 0.2, trouble: 2 },
    { name: 'development', ...others, peak: 7, weekend: 0.05, night: 0, trouble: 5 },
  ];
}

export const weekMs = 7 * 24 * hourMs;

/** The arrival times of a workload's requests in the week before `now`, ascending. */
export function requestTimesOf(workload: Workload, now: EpochMs, random: Random): EpochMs[] {
  const requestTimes: number[] = [];
  for (let hour = now - weekMs; hour < now; hour += hourMs) {
    const expected = workload.peak * busyness(workload, hour + hourMs / 2) * (0.8 + 0.4 * random());
    const count = Math.floor(expected + random());
    for (let index = 0; index < count; index += 1) requestTimes.push(Math.floor(hour + random() * hourMs));
  }
  return requestTimes.toSorted((left, right) => left - right);
}

/** The fraction of the peak at a time: a wave over the day with its maximum at 15:00 UTC, and quieter weekends. */
function busyness({ weekend, night }: Workload, at: number): number {
  const time = new Date(at);
  const wave = (1 + Math.cos(((time.getUTCHours() - 15) / 24) * 2 * Math.PI)) / 2;
  const isWeekend = time.getUTCDay() % 6 === 0;
  return (night + (1 - night) * wave ** 1.5) * (isWeekend ? weekend : 1);
}
