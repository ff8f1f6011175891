import { percentile } from '../bench/statistics.ts';
import type { MeteredWrite } from './simulated-dynamodb.ts';

/** How the requests ended that processes began to serve within one second. */
type SecondFigures = {
  requests: number;
  ok: number;
  /** Answered with a node's error. Their calls are given back. */
  nodeFailed: number;
  /** 429 */
  limited: number;
  /** 503 */
  unavailable: number;
  /** Any other status. A correct gateway has none here. */
  other: number;
};

type TableFigures = { units: number; largestItem: number; throttled: number };

type ServedRequest = {
  /** In seconds after the load began: when it arrived, when a process began to serve it, and when it was answered. */
  readonly arrivedAt: number;
  readonly servedAt: number;
  readonly answeredAt: number;
  readonly status: number;
  /** Requests that a node received for it. */
  readonly sent: number;
};

/** The figures of one run. */
export class RunFigures {
  readonly callsPerSecond: number;
  readonly seconds: SecondFigures[];
  readonly tables: Record<string, TableFigures> = {};
  /** Log lines by event. */
  readonly events: Record<string, number> = {};
  /** Requests for which Lambda had no environment. */
  notServed = 0;
  /** The most environments that were busy at once, and how many were started. */
  mostBusy = 0;
  environments = 0;
  #counted = 0;
  /** Requests that nodes received although the calls were not admitted. */
  sentWithoutAdmission = 0;
  readonly #waits: number[] = [];

  /** @param callsPerSecond the key's limit */
  constructor(callsPerSecond: number, seconds: number) {
    this.callsPerSecond = callsPerSecond;
    this.seconds = Array.from({ length: seconds }, () => ({
      requests: 0,
      ok: 0,
      nodeFailed: 0,
      limited: 0,
      unavailable: 0,
      other: 0,
    }));
  }

  addRequest({ arrivedAt, servedAt, answeredAt, status, sent }: ServedRequest): void {
    this.#waits.push((answeredAt - arrivedAt) * 1_000);
    const outcome = outcomes[status] ?? 'other';
    if (outcome === 'limited' || outcome === 'unavailable') this.sentWithoutAdmission += sent;
    const second = this.seconds[Math.floor(servedAt)];
    if (!second) return;
    second.requests += 1;
    second[outcome] += 1;
  }

  addWrite({ table, units, bytes }: MeteredWrite): void {
    const figures = this.tables[table] ?? { units: 0, largestItem: 0, throttled: 0 };
    this.tables[table] = figures;
    figures.units += units;
    figures.largestItem = Math.max(figures.largestItem, bytes);
    if (units === 0) figures.throttled += 1;
  }

  /** @param counted calls in the key's counters */
  end({ counted, mostBusy, environments }: { counted: number; mostBusy: number; environments: number }): void {
    this.#counted = counted;
    this.mostBusy = mostBusy;
    this.environments = environments;
  }

  addEvent(event: string): void {
    this.events[event] = (this.events[event] ?? 0) + 1;
  }

  sum(of: keyof SecondFigures, from = 0, to = this.seconds.length): number {
    return this.seconds.slice(from, to).reduce((sum, second) => sum + second[of], 0);
  }

  /** Requests for which the limit has room, second by second. */
  room(from = 0, to = this.seconds.length): number {
    return this.seconds.slice(from, to).reduce((sum, second) => sum + this.#roomIn(second), 0);
  }

  /** The share of the calls with room that were admitted and answered, by the node's result or its error. */
  share(from = 0, to = this.seconds.length): number {
    const room = this.room(from, to);
    return room === 0 ? 1 : (this.sum('ok', from, to) + this.sum('nodeFailed', from, to)) / room;
  }

  get admitted(): number {
    return this.sum('ok') + this.sum('nodeFailed');
  }

  unitsPerCall(table: string): number {
    return (this.tables[table]?.units ?? 0) / this.admitted;
  }

  /** Log lines with a whole record, which replay can write later. */
  get recordsLost(): number {
    return Object.entries(this.events).reduce(
      (sum, [event, count]) => sum + (/record_lost$/.test(event) ? count : 0),
      0,
    );
  }

  /** Calls that are still counted, but were not answered with a result. */
  get countedInVain(): number {
    return this.#counted - this.sum('ok');
  }

  /** Ms until the answer, for a share of the requests. */
  waitMs(share: number): number {
    return percentile(this.#waits, share);
  }

  /** Whole seconds from a second until every further second answers 99 % of the calls with room. Undefined: never. */
  secondsUntilRecovery(from: number): number | undefined {
    const isGood = (second: SecondFigures) => second.ok + second.nodeFailed >= Math.floor(0.99 * this.#roomIn(second));
    const lastBad = this.seconds.findLastIndex((second) => !isGood(second));
    if (lastBad === this.seconds.length - 1) return undefined;
    return Math.max(0, lastBad + 1 - from);
  }

  #roomIn({ requests }: SecondFigures): number {
    return Math.min(requests, this.callsPerSecond);
  }
}

const outcomes: Readonly<Record<number, Exclude<keyof SecondFigures, 'requests'>>> = {
  200: 'ok',
  429: 'limited',
  502: 'nodeFailed',
  503: 'unavailable',
};
