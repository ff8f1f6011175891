import { memo, useCallback } from 'react';
import { Segments } from '../../components/segments.tsx';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { PointsTable } from './points-table.tsx';
import { chosenSplit, type SplitBy, type SplitMeasure } from './split-choice.ts';
import type { SplitTableProps } from './split-table.tsx';
import type { SplittableChartProps } from './usage-charts.tsx';
import type { UsageSearch } from './usage-search.ts';

const SplitTable = lazyPart<SplitTableProps>(async () => (await import('./split-views.ts')).SplitTable);

type Shown = NonNullable<UsageSearch['table']>;
type Split = { readonly by: SplitBy; readonly measure: SplitMeasure };

/** The figures of the charts as a table, newest first: by outcome, or those of a split chart. */
export const DataTable = memo(({ search, onChange, range, intervalMs, ...report }: SplittableChartProps) => {
  const splits = splitsOf(search);
  const split = search.table && splits[search.table];
  // Without a split there is nothing to choose, and the table is not rendered again for a choice elsewhere.
  const choice = (splits.calls || splits.errors) && (
    <Segments<Shown | 'outcome'>
      label="Figures of the table"
      hideLabel
      choices={[
        { value: 'outcome', label: 'By outcome' },
        ...(splits.calls ? [{ value: 'calls', label: `Calls by ${splits.calls.by}` } as const] : []),
        ...(splits.errors ? [{ value: 'errors', label: `Errors by ${splits.errors.by}` } as const] : []),
      ]}
      value={search.table && split ? search.table : 'outcome'}
      onChange={(chosen) => onChange({ table: chosen === 'outcome' ? undefined : chosen })}
    />
  );
  const onPage = useCallback((page: number | undefined) => onChange({ page }), [onChange]);
  const paging = { page: search.page, onPage };
  return split ? (
    <SplitTable
      key={`${search.table} ${split.by}`}
      {...{ ...split, ...paging, range, intervalMs, choice }}
      requests={report.requests}
    />
  ) : (
    <PointsTable {...{ ...report, ...paging, choice }} />
  );
});

/** The splits of the charts, as far as they are chosen. */
function splitsOf(search: UsageSearch): Readonly<Partial<Record<Shown, Split>>> {
  const [calls, errors] = [chosenSplit(search.callsBy, search), chosenSplit(search.errorsBy, search)];
  return {
    ...(calls && { calls: { by: calls, measure: 'calls' } }),
    ...(errors && { errors: { by: errors, measure: search.errorsAs === 'number' ? 'errors' : 'share' } }),
  };
}
