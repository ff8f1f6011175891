import type { Scenario } from './scenario.ts';

/** A request: when it comes in, to which process, for which key, with how many calls. */
export type Arrival = { readonly at: number; readonly process: number; readonly key: number; readonly n: number };

/** The requests of a scenario in the order they come in, at random times (Poisson). */
export function* arrivals(scenario: Scenario, random: () => number): Generator<Arrival> {
  const { startAt, seconds, keys, limits, load, maxCalls, processes } = scenario;
  const perSecond = (keys * limits.callsPerSecond * load) / ((1 + maxCalls) / 2);
  const oneOf = (count: number) => Math.floor(random() * count);
  const gap = () => (-Math.log(1 - random()) * 1_000) / perSecond;
  for (let at = startAt + gap(); at < startAt + seconds * 1_000; at += gap()) {
    yield { at, process: oneOf(processes), key: oneOf(keys), n: 1 + oneOf(maxCalls) };
  }
}
