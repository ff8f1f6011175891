import { seededRandom } from '../../../lab/bench/statistics.ts';
import { SimulatedTime } from '../../../lab/simulation/simulated-time.ts';
import type { Admissions } from '../../../src/limits/admissions.ts';
import { readCounterState } from '../../../src/limits/counter-state.ts';
import type { Limits } from '../../../src/plans.ts';
import { LimitsUnavailableError } from '../../../src/runtime/gateway-errors.ts';
import type { Item, ItemTable } from '../../../src/table/item-table.ts';
import { dayOf, secondOfDay } from '../../../src/time.ts';
import { admissionsOn } from '../../support/admissions.ts';
import type { ClockFault, History } from './history.ts';
import { LossyTable } from './lossy-table.ts';
import { forgotten, miscounted, needlesslyRefused, needlesslyUnavailable, overLimit } from './oracle.ts';
import { ProcessClock } from './process-clock.ts';
import { dayName, type LoggedRequest, secondName } from './request-log.ts';

/** The oracle's findings about a history, and figures of the run. */
export type Findings = {
  readonly overLimit: readonly string[];
  readonly needlesslyRefused: readonly string[];
  readonly needlesslyUnavailable: readonly string[];
  readonly miscounted: readonly string[];
  readonly forgotten: readonly string[];
  readonly asked: number;
  readonly admitted: number;
  readonly refused: number;
  readonly unavailable: number;
};

type Key = { readonly id: string; readonly startsWith: number; readonly day: string };

type Process = {
  readonly index: number;
  readonly table: LossyTable;
  readonly admissions: Admissions;
  /** A function process serves one request at a time. */
  serving: LoggedRequest | undefined;
  killed: boolean;
};

/** More than any request asks for. */
const boundless: Limits = { callsPerSecond: 1_000_000, callsPerDay: 1_000_000 };

const soundClock: ClockFault = { skewMs: 0, corrected: true, jumps: [] };

/** A clock that is never corrected counts in seconds that others remove, once it is so far behind, ms. */
const hopelesslyBehindMs = 20_000;

class Run {
  readonly #history: History;
  readonly #table: ItemTable;
  readonly #random: () => number;
  readonly #time: SimulatedTime;
  readonly #processes: readonly Process[];
  readonly #keys: Key[];
  readonly #log: LoggedRequest[] = [];

  constructor(history: History, table: ItemTable, prefix: string) {
    this.#history = history;
    this.#table = table;
    this.#random = seededRandom(history.seed + 1);
    this.#time = new SimulatedTime(history.startAt);
    this.#processes = history.clocks.map((fault, index) => this.#startProcess(fault, index));
    this.#keys = Array.from({ length: history.keys }, (_, index) => this.#newKey(`${prefix}-key${index}`, 0));
  }

  async findings(): Promise<Findings> {
    this.#schedule();
    await this.#time.run();
    const log = this.#log;
    const calls = (of: (one: LoggedRequest) => unknown) => log.reduce((sum, one) => sum + (of(one) ? one.n : 0), 0);
    return {
      overLimit: overLimit(log, (index) => this.#tellsSeconds(index)),
      needlesslyRefused: needlesslyRefused(log, (index) => this.#isSteady(index)),
      needlesslyUnavailable: needlesslyUnavailable(log, (index) => this.#isSteady(index)),
      miscounted: miscounted(log, await this.#used()),
      forgotten: forgotten(log),
      asked: calls(() => true),
      admitted: calls(({ admitted }) => admitted),
      refused: calls(({ refusedBy }) => refusedBy),
      unavailable: calls(({ endAt, admitted, refusedBy }) => endAt !== undefined && !admitted && !refusedBy),
    };
  }

  #startProcess(fault: ClockFault, index: number): Process {
    const time = this.#time;
    const clock = new ProcessClock(fault, time);
    const table = new LossyTable({
      table: this.#table,
      time,
      clock,
      random: this.#random,
      rates: () => this.#rates(),
      onTry: (one) => this.#processes[index]?.serving?.tries.push(one),
    });
    const pause = (ms: number) => new Promise<void>((resolve) => time.after(ms, resolve));
    const admissions = admissionsOn(table, clock.now, { lastDate: clock.lastDate, pause, random: this.#random });
    return { index, table, admissions, serving: undefined, killed: false };
  }

  #rates() {
    const { startAt, outages, faultRate, freezeRate } = this.#history;
    const at = this.#time.now - startAt;
    const isOutage = outages.some(({ from, until }) => from <= at && at < until);
    return { faults: isOutage ? 0.9 : faultRate, freezes: freezeRate };
  }

  #schedule(): void {
    const { bursts, durationMs, requestsPerSecond, churn, kills } = this.#history;
    for (const start of bursts) {
      for (
        let at = 0;
        at < durationMs / bursts.length;
        at += (-Math.log(1 - this.#random()) * 1_000) / requestsPerSecond
      ) {
        this.#time.after(start + at, () => this.#arrive());
      }
    }
    for (const at of churn) this.#time.after(at, () => this.#replaceKey());
    for (const at of kills) this.#time.after(at, () => this.#kill());
  }

  #newKey(id: string, startsWith: number): Key {
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
    // Nobody learns what becomes of the writes that are under way.
    for (const one of victim.serving?.tries ?? []) one.unknown = true;
  }

  #arrive(): void {
    const idle = this.#processes.filter(({ serving, killed }) => !serving && !killed);
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

  async #serve(process: Process, key: string, limits: Limits, n: number): Promise<void> {
    const one: LoggedRequest = { key, process: process.index, n, limits, startAt: this.#time.now, tries: [] };
    this.#log.push(one);
    process.serving = one;
    try {
      const admitting = this.#admit(process, one);
      const returned = process.admissions.returnOwedCalls();
      await admitting;
      await returned;
      if (one.admitted && this.#random() < this.#history.givenBack) await this.#giveBack(process, one);
    } finally {
      process.serving = undefined;
    }
  }

  async #admit({ admissions }: Process, one: LoggedRequest): Promise<void> {
    const { key, limits, n } = one;
    const result = await admissions
      .admit(key, () => limits, n)
      .catch((error: unknown) => {
        if (!(error instanceof LimitsUnavailableError)) throw error;
      });
    one.endAt = this.#time.now;
    if (!result) return;
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
    await table.freeze();
    one.toReturn = 1 + this.#pick(one.n);
    await admissions.giveBack(one.key, one.admitted, one.toReturn);
  }

  #tellsSeconds(index: number): boolean {
    const { skewMs, corrected } = this.#history.clocks[index] ?? soundClock;
    return corrected || skewMs > -hopelesslyBehindMs;
  }

  #isSteady(index: number): boolean {
    const { skewMs, corrected, jumps } = this.#history.clocks[index] ?? soundClock;
    return jumps.length === 0 && (!corrected || Math.abs(skewMs) < 2_000);
  }

  async #used(): Promise<Map<string, number>> {
    const names = new Set(this.#log.flatMap(({ tries }) => tries.map(({ pk }) => pk)));
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
