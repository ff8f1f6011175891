import * as v from 'valibot';
import type { LogLine } from '../../packages/cdk-local/logs.ts';
import { type Clock, minuteMs } from '../../src/time.ts';

// The part of CloudWatch's embedded metric format that the functions use.
const definition = v.object({ Name: v.string(), Unit: v.optional(v.string(), 'None') });
const directive = v.object({ Dimensions: v.array(v.array(v.string())), Metrics: v.array(definition) });
const embeddedMetrics = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ _aws: v.object({ Timestamp: v.number(), CloudWatchMetrics: v.array(directive) }) }),
);
const values = v.union([
  v.array(v.number()),
  v.pipe(
    v.number(),
    v.transform((value) => [value]),
  ),
]);

/** A metric with one set of dimensions, and its values of one minute or of several. */
export type MetricSeries = {
  readonly name: string;
  /** As in `network=devnet outcome=ok`. */
  readonly dimensions: string;
  readonly unit: string;
  readonly count: number;
  readonly sum: number;
  readonly minimum: number;
  readonly maximum: number;
};

/** The metrics that the functions have emitted in the last hour. */
export type LocalMetrics = {
  /** Takes a line of a function's log. Lines that are not metrics are ignored. */
  readonly add: (line: LogLine) => void;
  /** The metrics of the last so many minutes, this minute included, by name and dimensions. */
  readonly read: (minutes: number) => MetricSeries[];
};

/** The minutes that are kept. */
export const keptMinutes = 60;

/** Adds metrics up by minute, as CloudWatch does. */
export function createLocalMetrics(clock: Clock): LocalMetrics {
  const byMinute = new Map<number, Map<string, MetricSeries>>();
  const first = (minutes: number) => Math.floor(clock() / minuteMs) - minutes + 1;
  return {
    add: ({ line }) => {
      if (!line.startsWith('{"_aws":')) return;
      const parsed = v.safeParse(embeddedMetrics, line);
      if (!parsed.success) return;
      for (const minute of byMinute.keys()) if (minute < first(keptMinutes)) byMinute.delete(minute);
      const minute = Math.floor(parsed.output._aws.Timestamp / minuteMs);
      const series = byMinute.get(minute) ?? new Map<string, MetricSeries>();
      byMinute.set(minute, series);
      for (const one of seriesOf(parsed.output)) addTo(series, one);
    },
    read: (minutes) => {
      const total = new Map<string, MetricSeries>();
      for (const [minute, series] of byMinute) {
        if (minute >= first(minutes)) for (const one of series.values()) addTo(total, one);
      }
      return [...total.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, series]) => series);
    },
  };
}

function* seriesOf({ _aws, ...members }: v.InferOutput<typeof embeddedMetrics>): Generator<MetricSeries> {
  for (const { Dimensions, Metrics } of _aws.CloudWatchMetrics) {
    for (const { Name: name, Unit: unit } of Metrics) {
      const parsed = v.safeParse(values, members[name]);
      if (!parsed.success || parsed.output.length === 0) continue;
      const numbers = parsed.output;
      const sum = numbers.reduce((total, value) => total + value, 0);
      const figures = { count: numbers.length, sum, minimum: Math.min(...numbers), maximum: Math.max(...numbers) };
      for (const set of Dimensions) {
        const dimensions = set.map((dimension) => `${dimension}=${members[dimension]}`).join(' ');
        yield { name, dimensions, unit, ...figures };
      }
    }
  }
}

function addTo(total: Map<string, MetricSeries>, one: MetricSeries): void {
  const key = `${one.name} ${one.dimensions}`;
  const { count, sum, minimum, maximum } = total.get(key) ?? { ...one, count: 0, sum: 0 };
  total.set(key, {
    ...one,
    count: count + one.count,
    sum: sum + one.sum,
    minimum: Math.min(minimum, one.minimum),
    maximum: Math.max(maximum, one.maximum),
  });
}
