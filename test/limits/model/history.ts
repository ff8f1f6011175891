import { seededRandom } from '../../../lab/bench/statistics.ts';
import type { Limits } from '../../../src/plans.ts';
import { dayMs } from '../../../src/time.ts';

/** The clock of a process: its offset, whether answers correct it, and its jumps. */
export type ClockFault = {
  readonly skewMs: number;
  readonly corrected: boolean;
  readonly jumps: readonly { readonly at: number; readonly byMs: number }[];
};

/** One random history of an account, in ms from its start. */
export type History = {
  readonly seed: number;
  readonly startAt: number;
  readonly durationMs: number;
  readonly keys: number;
  readonly clocks: readonly ClockFault[];
  /** The account's limits from a time on; the first ones from the start. */
  readonly plans: readonly { readonly at: number; readonly limits: Limits }[];
  /** When a key is replaced by a new one. */
  readonly churn: readonly number[];
  /** When a process is killed. */
  readonly kills: readonly number[];
  /** Requests come in from each of these times on, for as long as `durationMs`. */
  readonly bursts: readonly number[];
  readonly requestsPerSecond: number;
  readonly maxCalls: number;
  /** The share of writes that fail. */
  readonly faultRate: number;
  /** Times at which nearly every write fails, for a few seconds. */
  readonly outages: readonly { readonly from: number; readonly until: number }[];
  /** The share of steps at which a process is frozen for one of {@link longWaits}. */
  readonly freezeRate: number;
  readonly givenBack: number;
  /** The longest duration of calls before they are given back, ms. */
  readonly longestCallMs: number;
};

const midnight = Date.UTC(2026, 10, 21);

/** How long processes are frozen, and tries and answers late, ms: around each time after which something is forgotten. */
export const longWaits = [1_000, 5_000, 9_500, 14_000, 29_000, 31_000, 45_000, 65_000, 300_000, 900_000, 1_200_000];

/** The history of a seed. */
export function historyOf(seed: number): History {
  const random = seededRandom(seed);
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const oneOf = <T>(...all: [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0];
  const durationMs = whole(2, 40) * 1_000;
  const moments = (count: number) =>
    Array.from({ length: count }, () => whole(0, durationMs)).toSorted((a, b) => a - b);
  // In every third history, the items of keys are busy within a second, and return calls with the next admission.
  const scale = seed % 3 === 0 ? 60 : 1;
  const plan = () => ({ callsPerSecond: scale * whole(1, 12), callsPerDay: scale * whole(5, 150) });
  const wrong = random() < 0.4;
  const far = () => oneOf(-1, 1) * oneOf(2_500, 5_000, 25_000, 60_000, 600_000);
  const clock = (index: number): ClockFault => {
    const close = { skewMs: whole(-500, 500), corrected: true, jumps: [] };
    if (!wrong || index > 1) return close;
    if (random() < 0.5) return { skewMs: far(), corrected: random() < 0.5, jumps: [] };
    return { ...close, jumps: moments(oneOf(1, 2, 10)).map((at) => ({ at, byMs: far() })) };
  };
  // So that others admit calls when a frozen process goes on, or a late try arrives.
  const laterBursts = random() < 0.5 ? [] : longWaits.filter(() => random() < 0.4);
  return {
    seed,
    startAt: random() < 0.5 ? midnight - whole(0, durationMs) : midnight - dayMs / 2 - whole(0, 999),
    durationMs,
    keys: whole(1, 3),
    clocks: Array.from({ length: whole(2, 6) }, (_, index) => clock(index)),
    plans: [0, ...moments(oneOf(0, 1, 2, 4, 6))].map((at) => ({ at, limits: plan() })),
    churn: moments(oneOf(0, 0, 1, 2)),
    kills: moments(oneOf(0, 0, 1, 2)),
    bursts: [0, ...laterBursts],
    requestsPerSecond: whole(2, 20),
    maxCalls: scale * whole(1, 4),
    faultRate: oneOf(0, 0.03, 0.1, 0.3),
    outages: moments(oneOf(0, 0, 1, 2)).map((from) => ({ from, until: from + whole(500, 5_000) })),
    freezeRate: oneOf(0, 0, 0.01, 0.05),
    givenBack: oneOf(0, 0.1, 0.4),
    longestCallMs: oneOf(0, 1_000, 20_000),
  };
}
