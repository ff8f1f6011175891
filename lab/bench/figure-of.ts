import { errorClass } from '../../src/error-class.ts';
import type { Results } from './results.ts';

/** A benchmark's figure is needed that has not been measured yet. */
export class FigureMissingError extends errorClass('FigureMissingError', 'figure_missing') {
  constructor(benchmark: string, figure: string) {
    super(`There is no figure "${figure}": run npm run lab -- bench ${benchmark}.`);
  }
}

/**
 * The median of a measured figure.
 * @throws {FigureMissingError}
 */
export function figureOf(results: Results, benchmark: string, name: string): number {
  const found = results[benchmark]?.figures.find((figure) => figure.name === name);
  if (!found) throw new FigureMissingError(benchmark, name);
  return found.median;
}
