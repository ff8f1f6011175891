import { useMemo } from 'react';
import { type ReportRange, useUsageSplit } from '../../api/usage.ts';
import { TimeSeries } from '../../charts/time-series.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { Segments } from '../../components/segments.tsx';
import { formatCounts, formatShares } from '../../format/columns.ts';
import { ofSpan, type RequestsOf } from './requests-of.ts';
import {
  measureFilter,
  type SplitBy,
  type SplitMeasure,
  type SplitPart,
  splitChoices,
  splitParts,
  splitSeries,
} from './split-series.ts';
import styles from './usage.module.css';
import type { UsageSearch } from './usage-search.ts';
import { mostLines } from './usage-series.ts';
import { useKeyNames } from './use-key-names.ts';

const splitNames: Readonly<Record<SplitBy, { readonly title: string; readonly several: string }>> = {
  key: { title: 'By key', several: 'keys' },
  method: { title: 'By method', several: 'methods' },
  network: { title: 'By network', several: 'networks' },
};

/** What a split chart shows. */
export const splitHint = (by: SplitBy, measure: SplitMeasure, isCompared: boolean): string =>
  `Up to ${mostLines} ${splitNames[by].several} with the most ${measure === 'calls' ? 'calls' : 'errors'}, and all others ` +
  `together${isCompared ? ', without the period before' : ''}. The table “Data” has the same figures.`;

type SplitSegmentsProps = {
  readonly label: string;
  /** The choice without a split. */
  readonly none: string;
  readonly value: SplitBy | undefined;
  readonly search: UsageSearch;
  readonly onChoose: (by: SplitBy | undefined) => void;
};

/** The choice of what a chart is split by. */
export const SplitSegments = ({ label, none, value, search, onChoose }: SplitSegmentsProps) => (
  <Segments<SplitBy | 'none'>
    label={label}
    hideLabel
    choices={[
      { value: 'none', label: none },
      ...splitChoices(search).map((by) => ({ value: by, label: splitNames[by].title })),
    ]}
    value={value ?? 'none'}
    onChange={(chosen) => onChoose(chosen === 'none' ? undefined : chosen)}
  />
);

export type SplitOf = {
  readonly by: SplitBy;
  readonly measure: SplitMeasure;
  readonly range: ReportRange;
  readonly intervalMs: number | undefined;
};

/** A split report with its parts. */
export function useSplit({ by, measure, range, intervalMs }: SplitOf) {
  const query = useUsageSplit(range, { by, order: measure === 'calls' ? 'calls' : 'errors' }, intervalMs);
  const { nameOf } = useKeyNames();
  const { data } = query;
  const parts = useMemo(() => (data ? splitParts(data, nameOf) : []), [data, nameOf]);
  return { query, parts };
}

type SplitChartProps = SplitOf & { readonly requests: RequestsOf; readonly height: number };

/** Calls or errors over time by key, method or network: numbers as stacked bars, shares as lines. */
export function SplitChart({ requests, height, ...split }: SplitChartProps) {
  const { query, parts } = useSplit(split);
  return (
    <div className={styles.split} aria-busy={query.isPlaceholderData} data-stale={query.isPlaceholderData || undefined}>
      <QueryState query={query} loading={<Skeleton height={`${height + 40}px`} label="Loading the chart" />}>
        {({ at, span }) =>
          split.measure !== 'calls' && !parts.some(hasErrors) ? (
            <EmptyState title="No errors in this range">Every call succeeded.</EmptyState>
          ) : (
            <PartsChart {...{ ...split, parts, at, span, requests, height }} />
          )
        }
      </QueryState>
    </div>
  );
}

const hasErrors = ({ errors }: SplitPart): boolean => errors.some((count) => count > 0);

type PartsChartProps = Pick<SplitChartProps, 'by' | 'measure' | 'requests' | 'height'> & {
  readonly parts: readonly SplitPart[];
  readonly at: readonly string[];
  readonly span: ReportRange['span'];
};

function PartsChart({ by, measure, parts, at, span, requests, height }: PartsChartProps) {
  const times = useMemo(() => at.map((time) => Date.parse(time)), [at]);
  const series = useMemo(() => splitSeries(parts, measure), [parts, measure]);
  return (
    <TimeSeries
      label={`${measureTitles[measure]} by ${span} and ${by}`}
      kind={measure === 'share' ? 'lines' : 'stacked-bars'}
      format={measure === 'share' ? formatShares : formatCounts}
      at={times}
      {...{ span, series, height }}
      linkTo={(index, id) => {
        const filter = parts.find((part) => part.id === id)?.filter;
        return {
          to: '/history',
          search: requests({ ...ofSpan(at[index] ?? '', span), ...filter, ...measureFilter(measure) }),
        };
      }}
    />
  );
}

/** What a split chart and its table are of. */
export const measureTitles: Readonly<Record<SplitMeasure, string>> = {
  calls: 'Calls',
  errors: 'Errors',
  share: 'Error rate',
};
