import type { MethodFigures, UsageFigures } from '../../api/api.ts';

/** A part of all calls: a method's, a network's, or what several have together. */
export type UsagePart = {
  readonly name: string;
  readonly calls: number;
  readonly errors: number;
  /** In ms, a value for each column; null where no node answered. Empty where several parts are one: latencies do not add up. */
  readonly latencies: readonly (number | null)[];
};

/** The columns that tell how fast parts were. */
export type LatencyColumns<T> = { readonly names: readonly string[]; of(figures: T): readonly (number | null)[] };

/** Networks have percentiles. */
export const percentileColumns: LatencyColumns<UsageFigures> = {
  names: ['p50', 'p95', 'p99'],
  of: ({ latency }) => (latency ? [latency.p50, latency.p95, latency.p99] : [null, null, null]),
};

/** Methods have a mean alone: percentiles of each of them would double what counting a call costs. */
export const meanColumn: LatencyColumns<MethodFigures> = { names: ['Mean'], of: ({ meanLatency }) => [meanLatency] };

const listed = 10;

/**
 * The parts with the most calls, most first, and those that follow as one. Their calls and errors add up to those of all
 * parts.
 */
export function topParts<T extends Pick<UsagePart, 'calls' | 'errors'>>(
  byName: Readonly<Record<string, T>>,
  columns: LatencyColumns<T>,
  most = listed,
): { top: UsagePart[]; rest?: UsagePart } {
  const parts = Object.entries(byName)
    .map(([name, figures]): UsagePart => {
      const { calls, errors } = figures;
      return { name, calls, errors, latencies: columns.of(figures) };
    })
    .toSorted((one, other) => other.calls - one.calls || one.name.localeCompare(other.name));
  // A rest of one would take the row that it could have itself.
  const cut = parts.length === most + 1 ? parts.length : most;
  const others = parts.slice(cut);
  return { top: parts.slice(0, cut), ...(others.length > 0 && { rest: together(others) }) };
}

const together = (parts: readonly UsagePart[]): UsagePart => ({
  name: `${parts.length} more`,
  calls: parts.reduce((sum, { calls }) => sum + calls, 0),
  errors: parts.reduce((sum, { errors }) => sum + errors, 0),
  latencies: [],
});
