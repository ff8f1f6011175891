import type { Figures } from '../../api/api.ts';

/** A part of all calls: a method's, a network's, or what several have together. */
export type Part = {
  readonly name: string;
  readonly calls: number;
  readonly errors: number;
  /** Null where no node answered, and where several parts are one: percentiles do not add up. */
  readonly latency: Figures['latency'];
};

const listed = 10;

/**
 * The parts with the most calls, most first, and those that follow as one. Their calls and errors add up to those of all
 * parts.
 */
export function topParts(byName: Readonly<Record<string, Figures>>, most = listed): { top: Part[]; rest?: Part } {
  const parts = Object.entries(byName)
    .map(([name, { calls, errors, latency }]): Part => ({ name, calls, errors, latency }))
    .toSorted((one, other) => other.calls - one.calls || one.name.localeCompare(other.name));
  // A rest of one would take the row that it could have itself.
  const cut = parts.length === most + 1 ? parts.length : most;
  const others = parts.slice(cut);
  return { top: parts.slice(0, cut), ...(others.length > 0 && { rest: together(others) }) };
}

const together = (parts: readonly Part[]): Part => ({
  name: `${parts.length} more`,
  calls: parts.reduce((sum, { calls }) => sum + calls, 0),
  errors: parts.reduce((sum, { errors }) => sum + errors, 0),
  latency: null,
});
