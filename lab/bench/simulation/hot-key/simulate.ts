import { Events } from '../events.ts';
import { Item } from './item.ts';

/** How a call ended: `unavailable` is one that no write could be made for. */
export type Verdict = 'admitted' | 'refused' | 'unavailable';

/** Calls of one key, and the processes that they come to at random. */
export type Load = {
  /** Calls a second, at random (Poisson). */
  readonly perSecond: number;
  /** Seconds that count, and those before them that do not: an item begins with a burst that must be used up. */
  readonly seconds: number;
  readonly warmUp: number;
  readonly processes: number;
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

/** Sends the calls of a load to processes that count them in one item, as the gateway does, and waits for the last. */
export function simulate({ limit, load, random }: { limit: number; load: Load; random: () => number }): Outcome {
  const events = new Events();
  const item = new Item({ events, random, limit });
  const fleet = Array.from({ length: load.processes }, () => new Process(item));
  const seconds = Array.from({ length: load.seconds }, () => ({ admitted: 0, refused: 0, unavailable: 0 }));
  const waits: number[] = [];
  let before = { writes: 0, throttledWrites: 0 };
  events.after(load.warmUp * 1_000, () => {
    before = { writes: item.writes, throttledWrites: item.throttledWrites };
  });
  sendCalls(events, load, random, () => {
    const at = events.now;
    const second = Math.floor(at / 1_000);
    fleet[Math.floor(random() * fleet.length)]?.admit(second, (verdict) => {
      const counts = seconds[second - load.warmUp];
      if (!counts) return;
      counts[verdict] += 1;
      waits.push(events.now - at);
    });
  });
  events.run();
  const { writes, throttledWrites } = item;
  return { seconds, writes: writes - before.writes, throttledWrites: throttledWrites - before.throttledWrites, waits };
}

/** A function process: it remembers that a second is spent, and asks the item no more in it. */
class Process {
  readonly #item: Item;
  #spent = -1;

  constructor(item: Item) {
    this.#item = item;
  }

  /** Says how a call ended that came in now and is to be counted in this second. */
  admit(second: number, answer: (verdict: Verdict) => void): void {
    if (this.#spent === second) {
      answer('refused');
      return;
    }
    this.#item.count(second, (counted) => {
      if (counted === false) this.#spent = second;
      answer(counted === undefined ? 'unavailable' : counted ? 'admitted' : 'refused');
    });
  }
}

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
