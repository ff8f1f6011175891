import type { MethodFigures, UsageFigures } from '../../api/api.ts';

/** The figures of a method, of a network, or of several combined. */
export type BreakdownRow = {
  readonly name: string;
  readonly calls: number;
  readonly errors: number;
  /** In ms, one per column; null if no node answered. Empty for several rows combined, because latencies do not add up. */
  readonly latencies: readonly (number | null)[];
};

/** The latency columns of a table. */
export type LatencyColumns<T> = { readonly names: readonly string[]; of(figures: T): readonly (number | null)[] };

/** The columns of networks. */
export const percentileColumns: LatencyColumns<UsageFigures> = {
  names: ['p50', 'p95', 'p99'],
  of: ({ latency }) => (latency ? [latency.p50, latency.p95, latency.p99] : [null, null, null]),
};

/** Methods have a mean only: percentiles per method would double the cost of counting a call. */
export const meanColumn: LatencyColumns<MethodFigures> = { names: ['Mean'], of: ({ meanLatency }) => [meanLatency] };

const maxRows = 10;

/**
 * The rows with the most calls, and the others combined as `rest`. The calls and errors add up to those of all rows.
 */
export function breakdownRows<T extends Pick<BreakdownRow, 'calls' | 'errors'>>(
  byName: Readonly<Record<string, T>>,
  columns: LatencyColumns<T>,
  most = maxRows,
): { top: BreakdownRow[]; rest?: BreakdownRow } {
  const rows = Object.entries(byName)
    .map(([name, figures]): BreakdownRow => {
      const { calls, errors } = figures;
      return { name, calls, errors, latencies: columns.of(figures) };
    })
    .toSorted((one, other) => other.calls - one.calls || one.name.localeCompare(other.name));
  // A rest of one would need a row anyway, so show that row.
  const cut = rows.length === most + 1 ? rows.length : most;
  const others = rows.slice(cut);
  return { top: rows.slice(0, cut), ...(others.length > 0 && { rest: combined(others) }) };
}

const combined = (rows: readonly BreakdownRow[]): BreakdownRow => ({
  name: `${rows.length} more`,
  calls: rows.reduce((sum, { calls }) => sum + calls, 0),
  errors: rows.reduce((sum, { errors }) => sum + errors, 0),
  latencies: [],
});
