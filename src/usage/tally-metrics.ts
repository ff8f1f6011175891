import { type Metrics, maxValues, metricNames } from '../embedded-metrics.ts';
import type { RequestRecord } from '../records/record-schema.ts';
import type { StreamedRecord } from './stream-records.ts';
import { addAmount, isAnswered } from './tally-counter.ts';

/** Redelivered records may count twice here; exact figures are in the tallies. */
export function batchMetrics(streamed: readonly StreamedRecord[], at: number): Metrics[] {
  if (streamed.length === 0) return [];
  const records = firstCounted(streamed);
  return [...callMetrics(records, at), ...latencyMetrics(records, at), tallyMetrics(streamed, at)];
}

/** A record replayed for some of its counters was in the metrics before, when the other counters counted it. */
export const firstCounted = (streamed: readonly StreamedRecord[]): RequestRecord[] =>
  streamed.filter(({ uncounted }) => uncounted === undefined).map(({ record }) => record);

function callMetrics(records: readonly RequestRecord[], at: number): Metrics[] {
  const calls = new Map<string, number>();
  for (const { network, calls: counts } of records) {
    for (const { outcome, count } of counts) addAmount(calls, `${network} ${outcome}`, count);
  }
  return [...calls].map(([name, value]) => {
    const [network = '', outcome = ''] = name.split(' ');
    return {
      at,
      dimensions: { network, outcome },
      dimensionSets: [['network', 'outcome'], ['network']],
      values: { [metricNames.calls]: { unit: 'Count', value } },
    };
  });
}

function latencyMetrics(records: readonly RequestRecord[], at: number): Metrics[] {
  const answered = records.filter(({ outcome }) => isAnswered(outcome));
  return [...Map.groupBy(answered, ({ network }) => network)].flatMap(([network, group]) =>
    slices(group.map(({ durationMs }) => durationMs)).map(
      (value): Metrics => ({
        at,
        dimensions: { network },
        dimensionSets: [['network']],
        values: { [metricNames.latency]: { unit: 'Milliseconds', value } },
      }),
    ),
  );
}

const slices = (values: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(values.length / maxValues) }, (_, index) =>
    values.slice(index * maxValues, (index + 1) * maxValues),
  );

/** Requests end within half a minute and their records are written soon after, so later records were replayed. */
const replayedAfterMs = 300_000;

const endOf = ({ at, durationMs }: RequestRecord): number => at + durationMs;

const isReplayed = ({ record, createdAt, uncounted }: StreamedRecord): boolean =>
  uncounted !== undefined || createdAt - endOf(record) > replayedAfterMs;

/** The lag ignores replayed records and refusals, which may be written with a later request. */
function tallyMetrics(all: readonly StreamedRecord[], at: number): Metrics {
  const streamed = all.filter(({ record }) => record.admittedSecond !== undefined);
  const ends = streamed.filter((one) => !isReplayed(one)).map(({ record }) => endOf(record));
  const replayed = streamed.length - ends.length;
  const lag = Math.max(0, at - Math.min(...ends));
  return {
    at,
    dimensions: {},
    dimensionSets: [[]],
    values: {
      ...(ends.length > 0 && { [metricNames.tallyLag]: { unit: 'Milliseconds', value: lag } }),
      ...(replayed > 0 && { [metricNames.recordsReplayed]: { unit: 'Count', value: replayed } }),
    },
  };
}
