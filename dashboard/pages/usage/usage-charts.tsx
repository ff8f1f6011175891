import { useMemo } from 'react';
import type { Usage } from '../../api/api.ts';
import { outcomeSeries } from '../../charts/chart-series.ts';
import { TimeSeries } from '../../charts/time-series.tsx';
import { Card } from '../../components/card.tsx';
import { formatCounts, formatShares } from '../../format/columns.ts';
import { anyError } from '../history/history-search.ts';
import { ofSpan, type RequestsOf } from './requests-of.ts';
import { errorRateSeries, pointTimes } from './usage-series.ts';

export type UsageChartProps = {
  readonly usage: Usage;
  /** The report of the period before, if it is compared with. */
  readonly before: Usage | undefined;
  /** What dotted lines are: `The 24 hours before`. */
  readonly beforeLabel: string;
  readonly requests: RequestsOf;
};

/** Calls over time by outcome. */
export function CallsChart({ usage, before, beforeLabel, requests }: UsageChartProps) {
  const series = useMemo(() => outcomeSeries(usage, before), [usage, before]);
  return (
    <Card title="Calls" description={`By ${usage.span} and outcome`}>
      <TimeSeries
        label={`Calls by ${usage.span} and outcome`}
        kind="stacked-bars"
        format={formatCounts}
        height={wideChart}
        {...{ series, beforeLabel, ...timesOf(usage) }}
        linkTo={(index, outcome) => spanLink(usage, requests, index, outcome)}
      />
    </Card>
  );
}

/** The share of calls that did not succeed, over time. */
export function ErrorRateChart({ usage, before, beforeLabel, requests }: UsageChartProps) {
  const series = useMemo(() => errorRateSeries(usage.points, before?.points), [usage, before]);
  return (
    <Card title="Error rate" description="Calls that did not succeed">
      <TimeSeries
        label={`Error rate by ${usage.span}`}
        kind="lines"
        format={formatShares}
        height={halfWideChart}
        {...{ series, beforeLabel, ...timesOf(usage) }}
        linkTo={(index) => spanLink(usage, requests, index, anyError)}
      />
    </Card>
  );
}

/** The times of a report's charts. */
export const timesOf = ({ points, span }: Usage) => ({ at: pointTimes(points), span });

/** History with the calls of a point, or with those of an outcome. */
export const spanLink = ({ points, span }: Usage, requests: RequestsOf, index: number, outcome?: string) => {
  const at = points[index]?.at;
  return { to: '/history', search: at === undefined ? requests() : requests(ofSpan(at, span, outcome)) } as const;
};

/** Heights of the plots in CSS pixels, also used while they load. */
export const wideChart = 280;
export const halfWideChart = 230;
