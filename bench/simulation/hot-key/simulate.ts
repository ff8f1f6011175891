import { Events } from '../events.ts';
import type { Limiter, Parts, Process, Verdict } from './limiter.ts';

/** Calls of one key, and the processes that they come to at random. */
export type Load = {
  /** Calls a second, at random (Poisson). */
  readonly perSecond: number;
  /** Seconds that count, and those before them that do not, in which processes learn. */
  readonly seconds: number;
  readonly warmUp: number;
  readonly processes: number;
  /** The share of the processes that a fresh one replaces in each second; what the old one held is lost. */
  readonly churn: number;
};

/** What became of the calls of one second. */
export type SecondOf = Readonly<Record<Verdict, number>>;

/** What became of the calls that counted, and the writes of their time. */
export type Outcome = {
  readonly seconds: readonly SecondOf[];
  readonly writes: number;
  readonly throttledWrites: number;
  /** How long each call waited to be admitted, refused or given up, in ms. */
  readonly waits: readonly number[];
};

/** Sends the calls of a load through a limiter, and waits for the last of them. */
export function simulate(
  makeLimiter: (parts: Parts) => Limiter,
  { limit, items, load, random }: Pick<Parts, 'limit' | 'items' | 'random'> & { readonly load: Load },
): Outcome {
  const events = new Events();
  const limiter = makeLimiter({ events, random, limit, items });
  const fleet = Array.from({ length: load.processes }, () => limiter.startProcess());
  const seconds = Array.from({ length: load.seconds }, () => ({ admitted: 0, refused: 0, unavailable: 0 }));
  const waits: number[] = [];
  let before = { done: 0, throttled: 0 };
  events.after(load.warmUp * 1_000, () => {
    before = { ...limiter.writes };
  });
  replaceProcesses(events, load, random, () => {
    fleet[Math.floor(random() * fleet.length)] = limiter.startProcess();
  });
  sendCalls(events, load, random, () => {
    const at = events.now;
    const second = Math.floor(at / 1_000);
    pick(fleet, random)?.admit(second, (verdict) => {
      const counts = seconds[second - load.warmUp];
      if (!counts) return;
      counts[verdict] += 1;
      waits.push(events.now - at);
    });
  });
  events.run();
  const { done, throttled } = limiter.writes;
  return { seconds, writes: done - before.done, throttledWrites: throttled - before.throttled, waits };
}

const pick = (fleet: readonly Process[], random: () => number): Process | undefined =>
  fleet[Math.floor(random() * fleet.length)];

const lengthMs = ({ seconds, warmUp }: Load): number => (seconds + warmUp) * 1_000;

function sendCalls(events: Events, load: Load, random: () => number, send: () => void): void {
  const next = () =>
    events.after((-Math.log(1 - random()) * 1_000) / load.perSecond, () => {
      if (events.now >= lengthMs(load)) return;
      send();
      next();
    });
  next();
}

function replaceProcesses(events: Events, load: Load, random: () => number, replace: () => void): void {
  const replaced = Math.round((load.churn * load.processes * lengthMs(load)) / 1_000);
  for (let count = 0; count < replaced; count += 1) events.after(random() * lengthMs(load), replace);
}
