import { useMemo } from 'react';
import { type ReportRange, useUsageSplit } from '../../api/usage.ts';
import { TimeSeries } from '../../charts/time-series.tsx';
import { EmptyState } from '../../components/empty.tsx';
import { QueryState, Skeleton } from '../../components/query-state.tsx';
import { formatCounts, formatShares } from '../../format/columns.ts';
import { ofSpan, type RequestsOf } from './requests-of.ts';
import { measureTitles, type SplitOf } from './split-choice.ts';
import { measureFilter, type SplitPart, splitParts, splitSeries } from './split-series.ts';
import styles from './usage.module.css';
import { useKeyNames } from './use-key-names.ts';

/** A split report with its parts. */
export function useSplit({ by, measure, range, intervalMs }: SplitOf) {
  const query = useUsageSplit(range, { by, order: measure === 'calls' ? 'calls' : 'errors' }, intervalMs);
  const { nameOf } = useKeyNames();
  const { data } = query;
  const parts = useMemo(() => (data ? splitParts(data, nameOf) : []), [data, nameOf]);
  return { query, parts };
}

export type SplitChartProps = SplitOf & { readonly requests: RequestsOf; readonly height: number };

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
