import { FigureMissingError } from '../cost/measured.ts';
import type { Results } from '../results.ts';

/**
 * The median of a measured figure.
 * @throws {FigureMissingError}
 */
export function figureOf(results: Results, benchmark: string, name: string): number {
  const found = results[benchmark]?.figures.find((figure) => figure.name === name);
  if (!found) throw new FigureMissingError(benchmark, name);
  return found.median;
}
