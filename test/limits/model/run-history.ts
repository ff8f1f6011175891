import { seededRandom } from '../../../lab/bench/statistics.ts';
import { ServerClock } from '../../../src/aws/server-clock.ts';
import { Admissions } from '../../../src/limits/admissions.ts';
import { readCounterState } from '../../../src/limits/counter-state.ts';
import type { Limits } from '../../../src/limits/limit-status.ts';
import type { Item, ItemTable } from '../../../src/table/item-table.ts';
import { dayOf, secondOfDay } from '../../../src/time.ts';
import type { History } from './history.ts';
import { LossyTable } from './lossy-table.ts';
import { miscounted, needlesslyRefused, overLimit } from './oracle.ts';
import { dayName, type LoggedRequest, noteTime, secondName } from './request-log.ts';
import { SimulatedTime } from './simulated-time.ts';

/** The oracle's findings about a history, and figures of the run. */
export type Findings = {
  readonly overLimit: readonly string[];
  readonly needlesslyRefused: readonly string[];
  readonly miscounted: readonly string[];
  readonly asked: number;
  readonly admitted: number;
  readonly refused: number;
  readonly unknown: number;
};

type Key = { readonly id: string; readonly startsWith: number; readonly day: string };

type Process = {
  readonly index: number;
  readonly table: LossyTable;
  readonly admissions: Admissions;
  /** A function process serves one request at a time. */
  busy: boolean;
  killed: boolean;
};

/** Larger than any request, so that processes can make their pending corrections. */
const boundless: Limits = { callsPerSecond: 1_000_000, callsPerDay: 1_000_000 };

/** The most open seconds at which an item certainly still has all markers. */
const markersLive = 9;

class Run {
  readonly #history: History;
  readonly #table: ItemTable;
  readonly #random: () => number;
  readonly #time: SimulatedTime;
  readonly #processes: readonly Process[];
  readonly #keys: Key[];
  readonly #log: LoggedRequest[] = [];
  readonly #allKeys: string[] = [];
  readonly #corrected = new Set<string>();
  readonly #serving = new Map<number, LoggedRequest>();
  #isSettling = false;

  constructor(history: History, table: ItemTable, prefix: string) {
    this.#history = history;
    this.#table = table;
    this.#random = seededRandom(history.seed + 1);
    this.#time = new SimulatedTime(history.startAt);
    this.#processes = history.clocks.map((_, index) => this.#startProcess(index));
    this.#keys = Array.from({ length: history.keys }, (_, index) => this.#newKey(`${prefix}-key${index}`, 0));
  }

  async findings(): Promise<Findings> {
    this.#schedule();
    await this.#time.run(this.#history.startAt + this.#history.durationMs);
    await this.#settle();
    await this.#time.run();
    const log = this.#log;
    const calls = (of: (one: LoggedRequest) => unknown) => log.reduce((sum, one) => sum + (of(one) ? one.n : 0), 0);
    return {
      overLimit: overLimit(log),
      needlesslyRefused: needlesslyRefused(log, (index) => this.#isSteady(index)),
      miscounted: miscounted(log, await this.#used(), (process, day) => this.#isCorrected(process, day)),
      asked: calls(() => true),
      admitted: calls(({ admitted }) => admitted),
      refused: calls(({ refusedBy }) => refusedBy),
      unknown: calls(({ admitted, refusedBy }) => !admitted && !refusedBy),
    };
  }

  #startProcess(index: number): Process {
    const fault = this.#history.clocks[index] ?? { skewMs: 0, corrected: true, jumps: [] };
    const time = this.#time;
    const { startAt } = this.#history;
    const own = () =>
      time.now +
      fault.skewMs +
      fault.jumps.reduce((sum, { at, byMs }) => sum + (time.now - startAt >= at ? byMs : 0), 0);
    const clock = new ServerClock(own);
    const table = new LossyTable({
      table: this.#table,
      time,
      random: this.#random,
      rate: () => this.#rate(),
      // The delay of most answers.
      onAnswer: (answeredAt) => fault.corrected && clock.adjust(new Date(answeredAt).toUTCString(), own() - 40),
    });
    // INIT reads before the first request.
    if (fault.corrected) clock.adjust(new Date(time.now).toUTCString(), own());
    // A request may count in every second in which it reads the clock.
    const now = () => {
      const at = clock.now();
      const serving = this.#serving.get(index);
      if (serving) noteTime(serving, at);
      return at;
    };
    return {
      index,
      table,
      admissions: new Admissions(table, now, this.#random),
      busy: false,
      killed: false,
    };
  }

  #rate(): number {
    if (this.#isSettling) return 0;
    const at = this.#time.now - this.#history.startAt;
    return this.#history.outages.some(({ from, until }) => from <= at && at < until) ? 0.9 : this.#history.faultRate;
  }

  #schedule(): void {
    const { durationMs, requestsPerSecond, churn, kills } = this.#history;
    for (let at = 0; at < durationMs; at += (-Math.log(1 - this.#random()) * 1_000) / requestsPerSecond) {
      this.#time.after(at, () => this.#arrive());
    }
    for (const at of churn) this.#time.after(at, () => this.#replaceKey());
    for (const at of kills) this.#time.after(at, () => this.#kill());
  }

  #newKey(id: string, startsWith: number): Key {
    this.#allKeys.push(id);
    return { id, startsWith, day: dayOf(this.#time.now) };
  }

  /** Replaces a key by a new one, whose quota is reduced by today's calls of the old one. */
  async #replaceKey(): Promise<void> {
    const index = this.#pick(this.#keys.length);
    const old = this.#keys[index];
    if (!old) return;
    const item = await this.#table.get({ pk: dayName(old.id, dayOf(this.#time.now)) });
    const startsWith = old.day === dayOf(this.#time.now) ? old.startsWith : 0;
    this.#keys[index] = this.#newKey(`${old.id}x`, readCounterState(item).used + startsWith);
  }

  #kill(): void {
    const victim = this.#processes.find(({ killed }) => !killed);
    if (!victim || this.#processes.filter(({ killed }) => !killed).length < 2) return;
    victim.killed = true;
    victim.table.kill();
  }

  #arrive(): void {
    const idle = this.#processes.filter(({ busy, killed }) => !busy && !killed);
    const process = idle[this.#pick(idle.length)];
    const key = this.#keys[this.#pick(this.#keys.length)];
    if (process && key) void this.#serve(process, key.id, this.#limitsOf(key), 1 + this.#pick(this.#history.maxCalls));
  }

  /** The limits of the plan when the request was authorized, shortly before. */
  #limitsOf({ startsWith, day }: Key): Limits {
    const at = this.#time.now - this.#history.startAt - this.#pick(300);
    const { limits = boundless } =
      this.#history.plans.findLast((plan) => plan.at <= at) ?? this.#history.plans[0] ?? {};
    const used = day === dayOf(this.#time.now) ? startsWith : 0;
    return { ...limits, callsPerDay: Math.max(0, limits.callsPerDay - used) };
  }

  async #serve(process: Process, key: string, limits: Limits, n: number): Promise<LoggedRequest> {
    const startAt = this.#time.now;
    const one: LoggedRequest = {
      key,
      process: process.index,
      n,
      limits,
      startAt,
      unclean: true,
      mayCountIn: new Set(),
    };
    this.#log.push(one);
    this.#serving.set(process.index, one);
    process.busy = true;
    process.table.unclean = false;
    try {
      await this.#admit(process, one);
      one.unclean = process.table.unclean;
      if (one.admitted && !this.#isSettling && this.#random() < this.#history.givenBack)
        await this.#giveBack(process, one);
    } catch (error) {
      if (!process.table.unclean) throw error;
    } finally {
      process.busy = false;
    }
    return one;
  }

  async #admit({ admissions }: Process, one: LoggedRequest): Promise<void> {
    const { key, limits, n } = one;
    const result = await admissions.admit(key, limits, n);
    one.endAt = this.#time.now;
    if (!('refused' in result)) {
      one.admitted = result;
      return;
    }
    const { at } = result.limitStatus;
    one.refusedBy = result.refused.reason === 'rate_limited' ? 'second' : 'day';
    const day = dayOf(at);
    one.refusedIn = one.refusedBy === 'day' ? dayName(key, day) : secondName(key, day, secondOfDay(at));
  }

  async #giveBack({ admissions, table }: Process, one: LoggedRequest): Promise<void> {
    if (!one.admitted) return;
    await new Promise<void>((resolve) => this.#time.after(this.#pick(this.#history.longestCallMs), resolve));
    table.unclean = false;
    const giveBack: LoggedRequest['giveBack'] = { n: 1 + this.#pick(one.n), startAt: this.#time.now };
    one.giveBack = giveBack;
    await admissions.giveBack(one.key, one.admitted, giveBack.n);
    giveBack.endAt = this.#time.now;
  }

  /** Lets each live process admit one more call of each key without faults, so that it makes its corrections. */
  async #settle(): Promise<void> {
    this.#isSettling = true;
    await this.#time.run(this.#time.now + this.#pick(5_000));
    for (const process of this.#processes) {
      for (const key of this.#allKeys) {
        if (process.killed || process.busy) continue;
        const served = this.#serve(process, key, boundless, 1).then(({ admitted }) => {
          if (admitted) this.#corrected.add(`${process.index} ${dayName(key, admitted.day)}`);
        });
        await this.#time.run(this.#time.now + 500);
        await served;
      }
    }
  }

  #isSteady(index: number): boolean {
    const { skewMs, corrected, jumps } = this.#history.clocks[index] ?? { skewMs: 0, corrected: true, jumps: [] };
    return jumps.length === 0 && (!corrected || Math.abs(skewMs) < 2_000);
  }

  #isCorrected(process: number, day: string): boolean {
    const seconds = this.#log.flatMap(({ key, admitted, mayCountIn, unclean }) => {
      if (admitted) return dayName(key, admitted.day) === day ? [secondName(key, admitted.day, admitted.second)] : [];
      return unclean ? [...mayCountIn].filter((name) => name.startsWith(`${day}#`)) : [];
    });
    return new Set(seconds).size <= markersLive && this.#corrected.has(`${process} ${day}`);
  }

  async #used(): Promise<Map<string, number>> {
    const names = new Set(
      this.#log.flatMap(({ mayCountIn }) => [...mayCountIn].filter((name) => name.split('#').length === 2)),
    );
    const items = [...names].map(
      async (pk): Promise<[string, Item | undefined]> => [pk, await this.#table.get({ pk })],
    );
    return new Map((await Promise.all(items)).map(([pk, item]) => [pk, readCounterState(item).used]));
  }

  #pick(count: number): number {
    return Math.floor(this.#random() * count);
  }
}

/** Runs a history on an empty part of a table, and lets the oracle check it. */
export const runHistory = (history: History, table: ItemTable, prefix = 'model'): Promise<Findings> =>
  new Run(history, table, prefix).findings();
