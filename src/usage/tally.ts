import { concurrently } from '../concurrently.ts';
import type { Metrics } from '../embedded-metrics.ts';
import type { FailedRecord, SaveFailures } from '../failures/failure-bucket.ts';
import type { Log } from '../log.ts';
import type { ItemTable } from '../table/item-table.ts';
import type { Clock } from '../time.ts';
import { addToCounter, type CounterAddition, findUncounted } from './count-additions.ts';
import type { MarkDays } from './day-items.ts';
import type { LastUsed } from './last-used.ts';
import {
  additionsOf,
  type BatchRecord,
  contributionsLeft,
  readStreamRecord,
  type StreamedRecord,
  sequenceNumberOf,
} from './stream-records.ts';
import { batchMetrics } from './tally-metrics.ts';

/** What the tally works with. */
export type TallyDeps = {
  readonly usage: ItemTable;
  readonly lastUsed: LastUsed;
  /** Marks the days of what was counted. */
  readonly markDays: MarkDays;
  /** Keeps what cannot be counted. */
  readonly divert: SaveFailures;
  readonly clock: Clock;
  readonly log: Log;
  /** Hands metrics to CloudWatch. */
  readonly emit: (metrics: Metrics) => void;
};

/** A failure, and the place of its record in the batch. */
type BatchFailure = FailedRecord & { readonly place: number };

/** What became of records: the places from which on to deliver again, and what was found to be left uncounted. */
type Result = { readonly again: readonly number[]; readonly failures: readonly BatchFailure[] };

/**
 * Adds a batch of stream records to the tallies, each exactly once over all deliveries. What cannot be read is diverted
 * at once, what cannot be counted when it has become too old (see age.ts): docs/decisions/0017.
 * @returns the sequence numbers of the records that are to be delivered again, with all that came after them
 */
export async function tally(events: readonly unknown[], parts: TallyDeps): Promise<string[]> {
  const now = parts.clock();
  const { delivered, unreadable } = read(events, parts);
  const { age, records, rest } = firstOfOneAge(delivered, now);
  const result = await dealWith[age](records, events, parts);
  const unmarked = age === 'settling' ? [] : await parts.markDays(records);
  await parts.lastUsed.note(records.map(({ record }) => record));
  const again = [...rest, ...result.again, ...unmarked];
  again.push(...(await divertAll([...unreadable, ...result.failures], again, parts)));
  for (const metrics of batchMetrics(before(again, records), now)) parts.emit(metrics);
  return [...new Set(again)].map((place) => sequenceNumberOf(events[place]) ?? '');
}

/**
 * The first records of a batch, as far as they are of one age, and the place of the next one. Whatever is old must be
 * decided before anything younger moves a counter's position past it.
 */
function firstOfOneAge(delivered: readonly BatchRecord[], now: number) {
  const [first] = delivered;
  const age: RecordAge = first ? ageOf(first, now) : 'countable';
  const other = delivered.findIndex((one) => ageOf(one, now) !== age);
  const records = other === -1 ? delivered : delivered.slice(0, other);
  return { age, records, rest: delivered.slice(records.length, records.length + 1).map(({ place }) => place) };
}

type Deal = (records: readonly BatchRecord[], events: readonly unknown[], parts: TallyDeps) => Promise<Result>;

const dealWith: Readonly<Record<RecordAge, Deal>> = {
  countable: async (records, _, parts) => ({ again: await countAll(additionsOf(records), parts), failures: [] }),
  settling: async (records) => ({ again: records.slice(0, 1).map(({ place }) => place), failures: [] }),
  settled: async (records, events, parts) => {
    const { again, uncounted } = await findUncounted(additionsOf(records), parts);
    const detail = 'Some of its counters could not be written in time.';
    const failures = [...uncounted].map(([place, counters]) => {
      return { reason: 'uncounted' as const, detail, event: events[place], uncounted: counters.toSorted(), place };
    });
    return { again, failures };
  },
};

/** Lambda delivers everything from the first record on that is named. */
const before = <T extends { readonly place: number }>(again: readonly number[], all: readonly T[]): T[] =>
  all.filter(({ place }) => again.every((first) => place < first));

function read(events: readonly unknown[], { log }: TallyDeps) {
  const delivered: BatchRecord[] = [];
  const unreadable: BatchFailure[] = [];
  for (const [place, event] of events.entries()) {
    try {
      const streamed = readStreamRecord(event);
      delivered.push({ ...streamed, place, contributions: contributionsLeft(streamed) });
    } catch (error) {
      const detail = String(error);
      log.error('record_unreadable', { sequenceNumber: sequenceNumberOf(event), detail });
      unreadable.push({ reason: 'unreadable', detail, event, place });
    }
  }
  return { delivered, unreadable };
}

/** Gives the first place of each addition that could not be counted. */
async function countAll(additions: readonly CounterAddition[], { usage, log }: TallyDeps): Promise<number[]> {
  const again: number[] = [];
  await concurrently(additions, async (addition) => {
    try {
      await addToCounter(usage, addition);
    } catch (error) {
      log.error('count_failed', { pk: addition.pk, sk: addition.sk, detail: String(error) });
      again.push(addition.firstPlace);
    }
  });
  return again;
}

/**
 * Diverts what will not be delivered again: what will be might be read and counted by then. Gives the first place of
 * what could not be kept.
 */
async function divertAll(failed: readonly BatchFailure[], again: readonly number[], { divert, log }: TallyDeps) {
  const due = before(again, failed).toSorted((one, other) => one.place - other.place);
  const [first] = due;
  if (!first) return [];
  try {
    const object = await divert(due.map(({ place: _, ...failure }) => failure));
    log.error('records_diverted', { object, records: due.length });
    return [];
  } catch (error) {
    log.error('divert_failed', { records: due.length, detail: String(error) });
    return [first.place];
  }
}

/** Until when a counter that cannot be written is tried again: half of what the stream keeps. */
const countedForMs = 12 * 3_600_000;

/**
 * When nothing can count a record any more. AWS refuses a request that was signed more than five minutes ago (IAM User
 * Guide, "Create a signed AWS API request"), so that by then no write of a tally can still be under way.
 */
const settledAfterMs = countedForMs + 10 * 60_000;

/**
 * What the tally may still do with a record: count it; nothing, as a write of a minute ago may yet arrive; or find out
 * which counters have counted it, for that can change no more.
 */
export type RecordAge = 'countable' | 'settling' | 'settled';

/** Old by the stream's time of the record, not the request's: a replayed record is new. */
export function ageOf({ createdAt }: StreamedRecord, now: number): RecordAge {
  if (now < createdAt + countedForMs) return 'countable';
  return now < createdAt + settledAfterMs ? 'settling' : 'settled';
}
