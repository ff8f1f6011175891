import { memo, useMemo } from 'react';
import type { Usage } from '../../api/api.ts';
import { outcomeSeries } from '../../charts/chart-series.ts';
import { TimeSeries } from '../../charts/time-series.tsx';
import { Card } from '../../components/card.tsx';
import { Segments } from '../../components/segments.tsx';
import { formatCounts, formatShares } from '../../format/columns.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { anyError } from '../history/history-search.ts';
import { ofSpan, type RequestsOf } from './requests-of.ts';
import type { SplitChartProps } from './split-chart.tsx';
import { chosenSplit, measureTitles, type SplitOf } from './split-choice.ts';
import { SplitSegments, splitHint } from './split-segments.tsx';
import styles from './usage.module.css';
import type { UsageSearch } from './usage-search.ts';
import { errorCountSeries, errorRateSeries, pointTimes } from './usage-series.ts';

export type UsageChartProps = {
  readonly usage: Usage;
  /** The report of the period before, if it is compared with. */
  readonly before: Usage | undefined;
  /** What dotted lines are: `The 24 hours before`. */
  readonly beforeLabel: string;
  readonly requests: RequestsOf;
};

const SplitChart = lazyPart<SplitChartProps>(async () => (await import('./split-views.ts')).SplitChart);

/** A chart whose split is in the address. */
export type SplittableChartProps = UsageChartProps &
  Pick<SplitOf, 'range' | 'intervalMs'> & {
    readonly search: UsageSearch;
    readonly onChange: (changes: Partial<UsageSearch>) => void;
  };

/** Calls over time by outcome, or by key, method or network. */
export const CallsChart = memo(({ search, onChange, range, intervalMs, ...chart }: SplittableChartProps) => {
  const { usage, requests } = chart;
  const by = chosenSplit(search.callsBy, search);
  return (
    <Card
      title="Calls"
      description={by ? splitHint(by, 'calls', search.compare !== undefined) : `By ${usage.span} and outcome`}
      actions={
        <SplitSegments
          label="Split calls"
          none="By outcome"
          value={by}
          search={search}
          onChoose={(callsBy) => onChange({ callsBy, table: callsBy && 'calls' })}
        />
      }
    >
      {by ? (
        <SplitChart key={by} {...{ by, range, intervalMs, requests }} measure="calls" height={wideChart} />
      ) : (
        <AllCalls {...chart} />
      )}
    </Card>
  );
});

/** All calls by outcome. */
const AllCalls = memo(({ usage, before, beforeLabel, requests }: UsageChartProps) => {
  const series = useMemo(() => outcomeSeries(usage, before), [usage, before]);
  return (
    <TimeSeries
      label={`Calls by ${usage.span} and outcome`}
      kind="stacked-bars"
      format={formatCounts}
      height={wideChart}
      {...{ series, beforeLabel, ...timesOf(usage) }}
      linkTo={(index, outcome) => spanLink(usage, requests, index, outcome)}
    />
  );
});

const measures = [
  { value: 'share', label: 'Share' },
  { value: 'number', label: 'Number' },
] as const;

/** Calls that did not succeed over time, as shares or numbers; all together, or by key, method or network. */
export const ErrorsChart = memo(({ search, onChange, range, intervalMs, ...chart }: SplittableChartProps) => {
  const by = chosenSplit(search.errorsBy, search);
  const measure = search.errorsAs === 'number' ? 'errors' : 'share';
  return (
    <Card
      title={measureTitles[measure]}
      description={by ? splitHint(by, measure, search.compare !== undefined) : 'Calls that did not succeed'}
      actions={
        <div className={styles.controls}>
          <Segments
            label="Errors as"
            hideLabel
            choices={measures}
            value={search.errorsAs ?? 'share'}
            onChange={(chosen) => onChange({ errorsAs: chosen === 'number' ? chosen : undefined })}
          />
          <SplitSegments
            label="Split errors"
            none="All"
            value={by}
            search={search}
            onChoose={(errorsBy) => onChange({ errorsBy, table: errorsBy && 'errors' })}
          />
        </div>
      }
    >
      {by ? (
        <SplitChart key={by} {...{ by, measure, range, intervalMs }} requests={chart.requests} height={halfWideChart} />
      ) : (
        <AllErrors {...chart} measure={measure} />
      )}
    </Card>
  );
});

type AllErrorsProps = UsageChartProps & Pick<SplitOf, 'measure'>;

/** The errors of all calls. */
const AllErrors = memo(({ usage, before, beforeLabel, requests, measure }: AllErrorsProps) => {
  const isShare = measure === 'share';
  const series = useMemo(
    () => (isShare ? errorRateSeries : errorCountSeries)(usage.points, before?.points),
    [usage, before, isShare],
  );
  return (
    <TimeSeries
      label={`${measureTitles[measure]} by ${usage.span}`}
      kind={isShare ? 'lines' : 'stacked-bars'}
      format={isShare ? formatShares : formatCounts}
      height={halfWideChart}
      {...{ series, beforeLabel, ...timesOf(usage) }}
      linkTo={(index) => spanLink(usage, requests, index, anyError)}
    />
  );
});

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
