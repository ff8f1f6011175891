import { concurrently } from '../concurrently.ts';
import { type Metrics, metricNames } from '../embedded-metrics.ts';
import { dueIndex } from '../environment.ts';
import type { Log } from '../log.ts';
import { ConditionFailedError } from '../table/item-table.ts';
import type { QueryableTable, TableReads } from '../table/signed-table.ts';
import { type Clock, dayMs, dayOf } from '../time.ts';
import { figuresOf } from './day-figures.ts';
import { dueBefore, dueParts, readDayKey, startOfDay } from './day-items.ts';
import { counterRange, readCounter, type TallyCounter } from './tally-counter.ts';

/** What the computing of days works with. */
export type ComputeDaysDeps = {
  readonly usage: QueryableTable;
  readonly clock: Clock;
  /** When to begin no further day, in ms since the epoch. */
  readonly deadline: number;
  readonly log: Log;
  readonly emit: (metrics: Metrics) => void;
};

/** Some days could not be computed; the next run tries them again. */
export class ComputeDaysError extends Error {
  override readonly name = 'ComputeDaysError';
  readonly code = 'compute_days_failed';
}

/**
 * How long after its end a day is left alone. By its own clock, a tally takes a day for running until it ends: this is
 * what two clocks may differ by, with plenty to spare.
 */
export const settleMs = 15 * 60_000;

/**
 * Sets the figures of every day that is due and over, however long ago, from the key's hours. Ends at the deadline; the
 * next run goes on. Any number of runs at once do no harm, nor does one that is killed.
 * @throws {ComputeDaysError} at the end, when some days failed
 */
export async function computeDays(parts: ComputeDaysDeps): Promise<void> {
  const { usage, clock, deadline, log, emit } = parts;
  const run = { computed: 0, failed: 0, outOfTime: false };
  await concurrently(dueParts, async (part) => {
    for await (const key of dueDays(usage, part, clock())) {
      run.outOfTime ||= clock() >= deadline;
      if (run.outOfTime) return;
      try {
        await computeDay(usage, key);
        run.computed += 1;
      } catch (error) {
        run.failed += 1;
        log.error('compute_day_failed', { ...key, detail: String(error) });
      }
    }
  });
  log.info('days_computed', run);
  emit(metricsOf(run.failed === 0 && !run.outOfTime, clock()));
  if (run.failed > 0) throw new ComputeDaysError(`${run.failed} days could not be computed.`);
}

type DayKey = { readonly pk: string; readonly sk: string };

/** The keys of the day items in a part of the index that are due and over, the oldest day first. */
async function* dueDays(usage: TableReads, part: string, now: number): AsyncGenerator<DayKey> {
  const running = dayOf(now - settleMs);
  for await (const page of usage.pages({ ...dueBefore(part, running), index: dueIndex })) {
    for (const { pk, sk } of page) yield { pk: String(pk), sk: String(sk) };
  }
}

/**
 * Sets the figures of one day. The version is read before the hours, and a tally counts before it marks: had it counted
 * something that these hours miss, then the version would be another one, or the mark is still to come and takes the
 * figures away.
 */
async function computeDay(usage: QueryableTable, key: DayKey): Promise<void> {
  const item = await usage.get(key);
  if (item?.due === undefined) return;
  const { keyId, day } = readDayKey(key.sk);
  try {
    await usage.update({
      key,
      update: 'SET #figures = :figures REMOVE #due',
      condition: '#version = :version',
      names: { '#figures': 'figures', '#due': 'due', '#version': 'version' },
      values: { ':figures': await figuresOf(hoursOf(usage, keyId, day)), ':version': item.version },
    });
  } catch (error) {
    // It was marked meanwhile, and is due for the next run.
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

async function* hoursOf(usage: TableReads, keyId: string, day: string): AsyncGenerator<TallyCounter> {
  const start = startOfDay(day);
  const hours = counterRange(keyId, 'hour', start, start + dayMs);
  for await (const page of usage.pages({ ...hours, consistency: 'strong' })) yield* page.map(readCounter);
}

const metricsOf = (isComplete: boolean, at: number): Metrics => ({
  at,
  dimensions: {},
  dimensionSets: [[]],
  values: { [metricNames.usageDaysComplete]: { unit: 'Count', value: isComplete ? 1 : 0 } },
});
