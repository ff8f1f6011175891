import type { Results } from '../results.ts';
import type { Shape } from './shapes.ts';

/** A figure that the cost is reckoned from has not been measured yet. */
export class FigureMissingError extends Error {
  override readonly name = 'FigureMissingError';
  readonly code = 'figure_missing';

  constructor(benchmark: string, figure: string) {
    super(`There is no figure "${figure}": run npm run bench -- ${benchmark}.`);
  }
}

/** Measured figures that the cost is reckoned from: units and bytes of one call, and milliseconds of processor time. */
export type Measured = {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly tallyUnits: number;
  readonly recordBytes: number;
  readonly warmMs: { readonly authorizer: number; readonly proxy: number };
  readonly coldMs: { readonly authorizer: number; readonly proxy: number };
  readonly tallyMsPerRecord: number;
};

/** @throws {FigureMissingError} */
export function measuredFor({ perKeyPerSecond }: Shape, results: Results): Measured {
  const of = (benchmark: string, name: string): number => {
    const found = results[benchmark]?.figures.find((figure) => figure.name === name);
    if (!found) throw new FigureMissingError(benchmark, name);
    return found.median;
  };
  const admitted = `admitted, ${perKeyPerSecond} calls/s from 64 processes`;
  const writeUnits = of('dynamodb-units', `write units, ${admitted}`);
  return {
    readUnits: of('dynamodb-units', `read units, ${admitted}`),
    writeUnits,
    tallyUnits: of('dynamodb-units', `write units with tallies, ${admitted}`) - writeUnits,
    recordBytes: of('dynamodb-units', 'size of a record'),
    warmMs: {
      authorizer: of('warm-request', 'authorizer') / 1_000,
      proxy: of('warm-request', 'proxy') / 1_000,
    },
    coldMs: { authorizer: of('cold-start', 'authorizer'), proxy: of('cold-start', 'proxy') },
    tallyMsPerRecord: 1_000 / of('tally', 'records a second of processor time, Usage on DynamoDB Local'),
  };
}
