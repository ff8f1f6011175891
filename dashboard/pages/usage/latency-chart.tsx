import { memo, useMemo } from 'react';
import type { Usage, UsageByKey } from '../../api/api.ts';
import { type ReportRange, useUsageReports } from '../../api/usage.ts';
import { TimeSeries } from '../../charts/time-series.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/query-state.tsx';
import { Segments } from '../../components/segments.tsx';
import type { Choice } from '../../components/select.tsx';
import { formatLatencies } from '../../format/columns.ts';
import { byCalls } from './breakdown-rows.ts';
import styles from './usage.module.css';
import { halfWideChart, spanLink, timesOf, type UsageChartProps } from './usage-charts.tsx';
import type { UsageSearch } from './usage-search.ts';
import { latencySeries, mostLines, type Percentile, percentiles, splitLatencySeries } from './usage-series.ts';

type LatencyChartProps = UsageChartProps & {
  readonly search: UsageSearch;
  readonly onChange: (changes: Partial<UsageSearch>) => void;
  readonly range: ReportRange;
  readonly intervalMs: number | undefined;
  /** The keys with calls; undefined for the report of one key, and while they load. */
  readonly keys: UsageByKey['keys'] | undefined;
};

/** The latency of calls over time: its percentiles, or one percentile by network or key. */
export const LatencyChart = memo(({ search, onChange, range, intervalMs, keys, ...chart }: LatencyChartProps) => {
  const choices = splitChoices(chart.usage, keys);
  const split = choices.some(({ value }) => value === search.split) ? search.split : undefined;
  const percentile = search.percentile ?? 'p95';
  return (
    <Card
      title="Latency"
      description={
        split
          ? mostHint[split]
          : 'Answered calls, by percentile. Each call of a batch counts with the time of the whole batch.'
      }
      actions={
        <div className={styles.controls}>
          {split && (
            <Segments
              label="Percentile"
              hideLabel
              choices={percentileChoices}
              value={percentile}
              onChange={(chosen) => onChange({ percentile: chosen })}
            />
          )}
          <Segments
            label="Split latency"
            hideLabel
            choices={choices}
            value={split ?? 'all'}
            onChange={(chosen) => onChange({ split: chosen === 'all' ? undefined : chosen })}
          />
        </div>
      }
    >
      {split ? (
        <SplitLatency {...{ ...chart, range, intervalMs, percentile }} parts={partsOf(split, chart.usage, keys)} />
      ) : (
        <AllLatency {...chart} />
      )}
    </Card>
  );
});

type Split = NonNullable<UsageSearch['split']>;
/** What a line of the chart is limited to. */
type Part = { readonly id: string; readonly label: string; readonly filter: Pick<ReportRange, 'keyId' | 'network'> };

const percentileChoices = percentiles.map((value): Choice<Percentile> => ({ value, label: value }));

const mostHint: Readonly<Record<Split, string>> = {
  network: `Up to ${mostLines} networks with the most calls.`,
  key: `Up to ${mostLines} keys with the most calls.`,
};

/** A report of one network or key cannot be split by it. */
function splitChoices({ byNetwork }: Usage, keys: UsageByKey['keys'] = []): Choice<Split | 'all'>[] {
  return [
    { value: 'all', label: 'All' },
    ...(Object.keys(byNetwork).length > 1 ? [{ value: 'network', label: 'By network' } as const] : []),
    ...(keys.length > 1 ? [{ value: 'key', label: 'By key' } as const] : []),
  ];
}

function partsOf(split: Split, { byNetwork }: Usage, keys: UsageByKey['keys'] = []): Part[] {
  const parts =
    split === 'network'
      ? byCalls(
          Object.entries(byNetwork).map(([name, { calls }]) => ({ id: name, name, calls, filter: { network: name } })),
        )
      : byCalls(keys.map(({ keyId, name, calls }) => ({ id: keyId, name, calls, filter: { keyId } })));
  return parts.slice(0, mostLines).map(({ id, name, filter }) => ({ id, label: name, filter }));
}

/** The percentiles of all calls. */
const AllLatency = memo(({ usage, before, beforeLabel, requests }: UsageChartProps) => {
  const series = useMemo(() => latencySeries(usage.points, before?.points), [usage, before]);
  return (
    <TimeSeries
      label={`Latency by ${usage.span}`}
      kind="lines"
      format={formatLatencies}
      height={halfWideChart}
      {...{ series, beforeLabel, ...timesOf(usage) }}
      linkTo={(index) => spanLink(usage, requests, index)}
    />
  );
});

type SplitLatencyProps = UsageChartProps & {
  readonly parts: readonly Part[];
  readonly percentile: Percentile;
  readonly range: ReportRange;
  readonly intervalMs: number | undefined;
};

/** One percentile of each part: one more report per line. */
function SplitLatency({ usage, requests, parts, percentile, range, intervalMs }: SplitLatencyProps) {
  const reports = useUsageReports(
    parts.map(({ filter }) => ({ ...range, ...filter })),
    intervalMs,
  );
  const failed = reports.find(({ error, data }) => error && !data);
  if (failed?.error) return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  const loaded = parts.flatMap(({ id, label }, index) => {
    const points = reports[index]?.data?.points;
    return points ? [{ id, label, points }] : [];
  });
  if (loaded.length < parts.length) return <Skeleton height={`${halfWideChart + 40}px`} label="Loading latency" />;
  return (
    <TimeSeries
      label={`Latency by ${usage.span}, ${percentile}`}
      kind="lines"
      format={formatLatencies}
      height={halfWideChart}
      series={splitLatencySeries(loaded, percentile)}
      {...timesOf({ ...usage, points: loaded[0]?.points ?? usage.points })}
      linkTo={(index) => spanLink(usage, requests, index)}
    />
  );
}
