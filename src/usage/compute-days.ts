import { type Metrics, metricNames } from '../embedded-metrics.ts';
import { dueIndex } from '../environment.ts';
import { errorClass } from '../error-class.ts';
import type { Log } from '../log.ts';
import { triesDays } from '../records/record.ts';
import { concurrently } from '../runtime/concurrently.ts';
import { ConditionFailedError } from '../table/item-table.ts';
import type { QueryableTable, TableReads } from '../table/signed-table.ts';
import { type Clock, dayMs, type EpochMs } from '../time.ts';
import { type CostSources, computeCosts, costPartitionOf, costPartitions, type DayKey } from './compute-costs.ts';
import { computeFigures } from './day-figures.ts';
import { dueBefore, duePartitions, firstOpenDay, readDayKey, startOfDay } from './day-items.ts';
import { createRemoveTotal } from './network-totals.ts';
import { counterRange, readCounter, type TallyCounter } from './tally-counter.ts';

export type ComputeDaysDeps = {
  readonly usage: QueryableTable;
  /** Undefined if no node has a cost. */
  readonly costs?: CostSources | undefined;
  readonly clock: Clock;
  /** After this time nothing further is started. */
  readonly deadline: EpochMs;
  readonly log: Log;
  readonly emit: (metrics: Metrics) => void;
};

class ComputeDaysError extends errorClass('ComputeDaysError', 'compute_days_failed') {}

/**
 * Computes the figures of all due days, and then their node costs, which takes longer. Stops at the deadline; the next
 * run continues. Concurrent and killed runs do no harm.
 * @returns whether every day that was due is complete @throws {ComputeDaysError}
 */
export async function computeDays(deps: ComputeDaysDeps): Promise<boolean> {
  const { clock, log, emit } = deps;
  const run = { computed: 0, costs: 0, failed: 0, outOfTime: false };
  const removeTotal = createRemoveTotal(deps.usage);
  await forEachDue(deps, run, duePartitions, async (key) => {
    await removeTotal(readDayKey(key.sk).day);
    await computeDay(deps, key);
    run.computed += 1;
  });
  const hasFigures = run.failed === 0 && !run.outOfTime;
  const { costs } = deps;
  if (costs) {
    await forEachDue(deps, run, costPartitions, async (key) => {
      if (await computeCosts({ ...deps, ...costs }, key)) run.costs += 1;
      else run.outOfTime = true;
    });
  }
  log.info('days_computed', run);
  emit(metricsOf(hasFigures, clock()));
  if (run.failed > 0) throw new ComputeDaysError(`${run.failed} days could not be computed.`);
  return !run.outOfTime;
}

async function forEachDue(
  { usage, clock, deadline, log }: ComputeDaysDeps,
  run: { failed: number; outOfTime: boolean },
  partitions: readonly string[],
  compute: (key: DayKey) => Promise<void>,
): Promise<void> {
  await concurrently(partitions, async (part) => {
    for await (const key of dueDays(usage, part, clock())) {
      run.outOfTime ||= clock() >= deadline;
      if (run.outOfTime) return;
      try {
        await compute(key);
      } catch (error) {
        run.failed += 1;
        log.error('compute_day_failed', { ...key, detail: String(error) });
      }
    }
  });
}

async function* dueDays(usage: TableReads, part: string, now: number): AsyncGenerator<DayKey> {
  for await (const page of usage.pages({ ...dueBefore(part, firstOpenDay(now)), index: dueIndex })) {
    for (const { pk, sk } of page) yield { pk: String(pk), sk: String(sk) };
  }
}

// A tally counts first and then marks the day, and this reads the version before the hours. So if the hours miss a
// count, its mark either changes the version before the figures are set, or removes the figures later.
async function computeDay({ usage, costs, clock }: ComputeDaysDeps, key: DayKey): Promise<void> {
  const item = await usage.get(key);
  if (!duePartitions.some((part) => part === item?.due)) return;
  const { keyId, day } = readDayKey(key.sk);
  const hasCosts = costs !== undefined && (item?.costs === undefined || hasAllRecords(day, clock()));
  try {
    await usage.update({
      key,
      update: hasCosts ? 'SET #figures = :figures, #due = :due' : 'SET #figures = :figures REMOVE #due',
      condition: '#version = :version',
      names: { '#figures': 'figures', '#due': 'due', '#version': 'version' },
      values: {
        ':figures': await computeFigures(hoursOf(usage, keyId, day)),
        ':version': item?.version,
        ...(hasCosts && { ':due': costPartitionOf(item?.due) }),
      },
    });
  } catch (error) {
    // The day was marked again, so the next run computes it.
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

/** Later, records of shorter plans are gone: then a late record changes the figures, and the costs stay. */
const hasAllRecords = (day: string, now: EpochMs): boolean => now < startOfDay(day) + triesDays * dayMs;

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
