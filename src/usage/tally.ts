import type { Metrics } from '../embedded-metrics.ts';
import type { Log } from '../log.ts';
import type { NetworkChains } from '../network-chains.ts';
import { concurrently } from '../runtime/concurrently.ts';
import type { ItemTable } from '../table/item-table.ts';
import { type Clock, hourMs, minuteMs } from '../time.ts';
import { addToCounter, type CounterAddition, findUncounted } from './count-additions.ts';
import type { MarkDays } from './day-items.ts';
import { logFailedCalls } from './failed-calls.ts';
import type { FailedRecord, SaveFailures } from './failure-bucket.ts';
import type { LastUsed } from './last-used.ts';
import {
  additionsOf,
  type BatchRecord,
  readStreamRecord,
  type StreamedRecord,
  sequenceNumberOf,
  uncountedContributions,
} from './stream-records.ts';
import { batchMetrics, firstCounted } from './tally-metrics.ts';

export type TallyDeps = {
  readonly usage: ItemTable;
  readonly chains: NetworkChains;
  readonly lastUsed: LastUsed;
  readonly markDays: MarkDays;
  /** Stores records that cannot be counted. */
  readonly divert: SaveFailures;
  readonly clock: Clock;
  readonly log: Log;
  readonly emit: (metrics: Metrics) => void;
};

type BatchFailure = FailedRecord & { readonly batchIndex: number };

/** `redeliver`: the batch indexes from which Lambda must redeliver. */
type TallyResult = { readonly redeliver: readonly number[]; readonly failures: readonly BatchFailure[] };

/**
 * Counts each record exactly once over all deliveries. Unreadable records are diverted at once, uncountable ones when
 * they have expired: docs/decisions/0017. Returns sequence numbers to redeliver from.
 */
export async function tally(events: readonly unknown[], deps: TallyDeps): Promise<string[]> {
  const now = deps.clock();
  const { readable, unreadable } = readBatch(events, deps);
  const { age, records, next } = takeSameAge(readable, now);
  const result = await handleByAge[age](records, events, deps);
  const unmarked = age === 'waiting' ? [] : await deps.markDays(records);
  await deps.lastUsed.note(records.map(({ record }) => record));
  const redeliver = [...next, ...result.redeliver, ...unmarked];
  redeliver.push(...(await divertAll([...unreadable, ...result.failures], redeliver, deps)));
  const counted = notRedelivered(redeliver, records);
  for (const metrics of batchMetrics(counted, now)) deps.emit(metrics);
  logFailedCalls(firstCounted(counted), deps.chains, deps.log);
  return [...new Set(redeliver)].map((index) => sequenceNumberOf(events[index]) ?? '');
}

/** Half of the stream's retention. */
const countableForMs = 12 * hourMs;

/** AWS rejects requests that were signed more than five minutes ago, so no write can still be pending then. */
const expiredAfterMs = countableForMs + 10 * minuteMs;

/** While `waiting`, a pending write may still be executed. After that it is certain which counters counted a record. */
type RecordAge = 'countable' | 'waiting' | 'expired';

/** The age starts when the record enters the stream, not with the request, so a replayed record starts at 0 again. */
function ageOf({ createdAt }: StreamedRecord, now: number): RecordAge {
  if (now < createdAt + countableForMs) return 'countable';
  return now < createdAt + expiredAfterMs ? 'waiting' : 'expired';
}

/** Older records are counted or saved as failures before a newer one moves a counter's position past them. */
function takeSameAge(all: readonly BatchRecord[], now: number) {
  const [first] = all;
  const age: RecordAge = first ? ageOf(first, now) : 'countable';
  const end = all.findIndex((record) => ageOf(record, now) !== age);
  const records = end === -1 ? all : all.slice(0, end);
  return { age, records, next: all.slice(records.length, records.length + 1).map(({ batchIndex }) => batchIndex) };
}

type Handle = (
  records: readonly BatchRecord[],
  events: readonly unknown[],
  deps: TallyDeps,
) => TallyResult | Promise<TallyResult>;

const handleByAge: Readonly<Record<RecordAge, Handle>> = {
  countable: async (records, _, deps) => ({ redeliver: await countAll(additionsOf(records), deps), failures: [] }),
  waiting: (records) => ({ redeliver: records.slice(0, 1).map(({ batchIndex }) => batchIndex), failures: [] }),
  expired: async (records, events, deps) => {
    const { redeliver, uncounted } = await findUncounted(additionsOf(records), deps);
    const detail = 'Some of its counters could not be written in time.';
    const failures = [...uncounted].map(([batchIndex, counters]): BatchFailure => {
      return { reason: 'uncounted', detail, event: events[batchIndex], uncounted: counters.toSorted(), batchIndex };
    });
    return { redeliver, failures };
  },
};

/** Lambda redelivers all records from the first failed one on. */
const notRedelivered = <T extends { readonly batchIndex: number }>(redeliver: readonly number[], all: readonly T[]) =>
  all.filter(({ batchIndex }) => redeliver.every((first) => batchIndex < first));

function readBatch(events: readonly unknown[], { chains, log }: TallyDeps) {
  const readable: BatchRecord[] = [];
  const unreadable: BatchFailure[] = [];
  for (const [batchIndex, event] of events.entries()) {
    try {
      const streamed = readStreamRecord(event);
      readable.push({ ...streamed, batchIndex, contributions: uncountedContributions(streamed, chains) });
    } catch (error) {
      const detail = String(error);
      log.error('record_unreadable', { sequenceNumber: sequenceNumberOf(event), detail });
      unreadable.push({ reason: 'unreadable', detail, event, batchIndex });
    }
  }
  return { readable, unreadable };
}

async function countAll(additions: readonly CounterAddition[], { usage, log }: TallyDeps): Promise<number[]> {
  const redeliver: number[] = [];
  await concurrently(additions, async (addition) => {
    try {
      await addToCounter(usage, addition);
    } catch (error) {
      log.error('count_failed', { pk: addition.pk, sk: addition.sk, detail: String(error) });
      redeliver.push(addition.firstIndex);
    }
  });
  return redeliver;
}

/** Skips records that will be redelivered anyway: they may become readable or countable. */
async function divertAll(failed: readonly BatchFailure[], redeliver: readonly number[], { divert, log }: TallyDeps) {
  const due = notRedelivered(redeliver, failed).toSorted((one, other) => one.batchIndex - other.batchIndex);
  const [first] = due;
  if (!first) return [];
  try {
    const object = await divert(due.map(({ batchIndex: _, ...failure }) => failure));
    log.error('records_diverted', { object, records: due.length });
    return [];
  } catch (error) {
    log.error('divert_failed', { records: due.length, detail: String(error) });
    return [first.batchIndex];
  }
}
