import type { MethodFigures, UsageFigures } from '../../api/api.ts';

/** The figures of a method, of a network, or of several combined. */
export type UsagePart = {
  readonly name: string;
  readonly calls: number;
  readonly errors: number;
  /** In ms, one per column; null if no node answered. Empty for several parts combined, because latencies do not add up. */
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
 * The parts with the most calls, and the others combined as `rest`. The calls and errors add up to those of all parts.
 */
export function topParts<T extends Pick<UsagePart, 'calls' | 'errors'>>(
  byName: Readonly<Record<string, T>>,
  columns: LatencyColumns<T>,
  most = maxRows,
): { top: UsagePart[]; rest?: UsagePart } {
  const parts = Object.entries(byName)
    .map(([name, figures]): UsagePart => {
      const { calls, errors } = figures;
      return { name, calls, errors, latencies: columns.of(figures) };
    })
    .toSorted((one, other) => other.calls - one.calls || one.name.localeCompare(other.name));
  // A rest of one part would need a row anyway, so show the part.
  const cut = parts.length === most + 1 ? parts.length : most;
  const others = parts.slice(cut);
  return { top: parts.slice(0, cut), ...(others.length > 0 && { rest: combined(others) }) };
}

const combined = (parts: readonly UsagePart[]): UsagePart => ({
  name: `${parts.length} more`,
  calls: parts.reduce((sum, { calls }) => sum + calls, 0),
  errors: parts.reduce((sum, { errors }) => sum + errors, 0),
  latencies: [],
});
