import type { Outcome, SecondOf } from './simulate.ts';

/** What a way to count calls is judged by. */
export type HotKeyFigures = {
  /** Calls a second that were admitted, on average and at most. */
  readonly admittedPerSecond: number;
  readonly mostInASecond: number;
  /** The share of all calls that were refused or failed though their second had room for them. */
  readonly wronglyRefused: number;
  /** Writes that were charged, and those that were throttled, for each call. */
  readonly writesPerCall: number;
  readonly throttledPerCall: number;
  /** The 99th percentile of the time that a call waited for its verdict, in ms. */
  readonly waitMs: number;
};

/** The figures of a simulation under a limit of calls a second. */
export function figuresOf({ seconds, writes, throttledWrites, waits }: Outcome, limit: number): HotKeyFigures {
  const calls = sum(seconds.map(callsOf));
  return {
    admittedPerSecond: sum(seconds.map(({ admitted }) => admitted)) / seconds.length,
    mostInASecond: Math.max(...seconds.map(({ admitted }) => admitted)),
    wronglyRefused: sum(seconds.map((second) => Math.min(callsOf(second), limit) - second.admitted)) / calls,
    writesPerCall: writes / calls,
    throttledPerCall: throttledWrites / calls,
    waitMs: waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.99)] ?? Number.NaN,
  };
}

/** The calls of a second, however they ended. */
export const callsOf = ({ admitted, refused, unavailable }: SecondOf): number => admitted + refused + unavailable;

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
