import { createLog } from '../../../src/log.ts';
import type { RequestRecord } from '../../../src/records/record-schema.ts';
import { computeDays } from '../../../src/usage/compute-days.ts';
import { readFigures } from '../../../src/usage/day-figures.ts';
import { createMarkDays, type MarkDays, readDayKey } from '../../../src/usage/day-items.ts';
import { latencyBucket } from '../../../src/usage/latency-histogram.ts';
import { tally } from '../../../src/usage/tally.ts';
import { counterKey, readCounter, type TallyCounter } from '../../../src/usage/tally-counter.ts';
import { bucketOf } from '../../../src/usage/usage-range.ts';
import { networkChains } from '../../support/settings.ts';
import { divertNothing } from '../divert-nothing.ts';
import { insertOf, noon, recordOf } from '../record.ts';
import { type Sums, sumOf } from '../sums.ts';
import { MemoryUsage } from './memory-usage.ts';
import { type Faults, Process, type Turns } from './stepped.ts';

const hour = 3_600_000;
const log = createLog('error', () => {});
/** In the future, so that no record expires before it is counted. */
const createdAt = noon + 10_000 * hour;

/** A key's usage of a day by name: `devnet getSlot ok`, `devnet getSlot ms`, `devnet latency 12`, `devnet error other`. */
const sumsOf = (counters: readonly TallyCounter[]): Sums =>
  sumOf(
    counters.flatMap(({ network, entries }) =>
      entries.map((entry): [string, number] => {
        if ('latencyBucket' in entry) return [`${network} latency ${entry.latencyBucket}`, entry.amount];
        if ('errorCode' in entry) return [`${network} error ${entry.errorCode}`, entry.amount];
        if ('outcome' in entry) return [`${network} ${entry.method} ${entry.outcome}`, entry.amount];
        return [`${network} ${entry.method} ms`, entry.milliseconds];
      }),
    ),
  );

/** The same, computed from records. Each has answered calls of one method. */
const sumsOfRecords = (records: readonly RequestRecord[]): Sums =>
  sumOf(
    records.flatMap(({ network, durationMs, calls }) =>
      calls.flatMap(({ method, outcome, count }): [string, number][] => [
        [`${network} ${method} ${outcome}`, count],
        [`${network} ${method} ms`, count * durationMs],
        [`${network} latency ${latencyBucket(durationMs)}`, count],
        ...(outcome === 'rpc_error' ? [[`${network} error other`, count] satisfies [string, number]] : []),
      ]),
    ),
  );

const keyDayOf = ({ keyId, at }: RequestRecord): string => `${bucketOf('hour', at).slice(0, 10)} ${keyId}`;

/** Requests, their stream, a tally, jobs that compute days, and a clock. */
export class World {
  now = noon;
  readonly #usage = new MemoryUsage();
  readonly #records: RequestRecord[] = [];
  /** The number of records that the tally has completed. */
  #done = 0;
  #markDays: MarkDays | undefined;
  #table: Process | undefined;

  request(changes: Partial<RequestRecord>, hoursAgo: number): void {
    this.#records.push(recordOf({ ...changes, at: this.now - hoursAgo * hour }));
  }

  /** Delivers the next records of the stream to the last process, or to a new one if that was killed. */
  async tally(turns: Turns, { length, back, faults }: { length: number; back: number; faults: Faults }): Promise<void> {
    const first = Math.max(0, this.#done - back);
    const events = this.#records
      .map((record, index) => insertOf(record, index + 1, { createdAt }))
      .slice(first, this.#done + length);
    const process = new Process(this.#usage, turns, faults);
    this.#table = process;
    // The process remembers its marks; its connection to the table is that of this delivery.
    this.#markDays ??= createMarkDays({ update: (request) => this.#reached(request) }, () => this.now, log);
    const again = await tally(events, {
      usage: process.table,
      lastUsed: { note: async () => undefined },
      markDays: this.#markDays,
      divert: divertNothing,
      clock: () => this.now,
      log,
      emit: () => undefined,
      chains: networkChains,
    });
    if (process.killed) this.#markDays = undefined;
    else
      this.#done = Math.max(this.#done, Math.min(first + events.length, ...again.map((number) => Number(number) - 1)));
  }

  #reached: MemoryUsage['update'] = (request) => {
    if (!this.#table) throw new Error('no delivery');
    return this.#table.table.update(request);
  };

  async job(turns: Turns, faults: Faults, deadline = this.now + 1): Promise<void> {
    const { table } = new Process(this.#usage, turns, faults);
    // A run with failed days rejects at its end.
    await computeDays({ usage: table, clock: () => this.now, deadline, log, emit: () => undefined }).catch(() => {});
  }

  /** Each key's day as a reader sees it now: its figures, or else its hours. */
  shown(): Map<string, Sums> {
    return new Map(this.#days().map(({ name, figures, hours }) => [name, sumsOf(figures ?? hours)]));
  }

  /** Days that are due, or have no figures. */
  unfinished(): string[] {
    return this.#days().flatMap(({ name, figures, due }) => (figures === undefined || due !== undefined ? [name] : []));
  }

  /** The least that a reader must see: the records that the tally has completed. */
  acknowledged = (): Map<string, Sums> => this.#sums(this.#records.slice(0, this.#done));

  /** The most that a reader may see. */
  made = (): Map<string, Sums> => this.#sums(this.#records);

  isDone = (): boolean => this.#done === this.#records.length;

  #sums(records: readonly RequestRecord[]): Map<string, Sums> {
    return new Map([...Map.groupBy(records, keyDayOf)].map(([name, group]) => [name, sumsOfRecords(group)]));
  }

  #days() {
    const items = this.#usage.all();
    return items
      .filter(({ pk }) => String(pk).startsWith('ACCOUNT#'))
      .map(({ sk, figures, due }) => {
        const { day, keyId } = readDayKey(String(sk));
        const prefix = counterKey({ keyId, span: 'hour', bucket: day, network: '' }).sk.slice(0, -1);
        const hours = items.filter((item) => item.pk === keyId && String(item.sk).startsWith(prefix)).map(readCounter);
        const name = `${day} ${keyId}`;
        return { name, figures: figures === undefined ? undefined : readFigures(day, String(figures)), hours, due };
      });
  }
}
