import { type Batching, batching as deployed } from '../deployed.ts';
import type { Results } from '../results.ts';
import type { Shape } from './shapes.ts';
import { keyCallsPerBatch } from './stream-batches.ts';

/** A figure that the cost is computed from has not been measured yet. */
export class FigureMissingError extends Error {
  override readonly name = 'FigureMissingError';
  readonly code = 'figure_missing';

  constructor(benchmark: string, figure: string) {
    super(`There is no figure "${figure}": run npm run lab -- bench ${benchmark}.`);
  }
}

/** Measured figures that the cost is computed from: units and bytes of one call, and milliseconds of processor time. */
export type Measured = {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly tallyUnits: number;
  readonly recordBytes: number;
  readonly warmMs: { readonly authorizer: number; readonly proxy: number };
  readonly coldMs: { readonly authorizer: number; readonly proxy: number };
  /** What the proxy takes for each further byte of an answer. */
  readonly msPerAnswerByte: number;
  readonly tallyMsPerRecord: number;
};

/** Rates of one key that the DynamoDB benchmark measures: of all its units, and of its tallies by number of methods. */
const admittedRates = [0.5, 5, 50];
const talliedRates = [0.5, 5];

type FigureOf = (benchmark: string, name: string) => number;

/** @throws {FigureMissingError} */
export function measuredFor(shape: Shape, results: Results, batching: Batching = deployed): Measured {
  const of: FigureOf = (benchmark, name) => {
    const found = results[benchmark]?.figures.find((figure) => figure.name === name);
    if (!found) throw new FigureMissingError(benchmark, name);
    return found.median;
  };
  const microseconds = (name: string) => of('bodies', `${name}, plain`);
  // A slower key takes more units: a rate between two measured ones is computed as the slower.
  const rate = admittedRates.findLast((one) => one <= shape.perKeyPerSecond) ?? admittedRates[0];
  const admitted = `admitted, ${rate} calls/s from 64 processes`;
  return {
    readUnits: of('dynamodb-units', `read units, ${admitted}`),
    writeUnits: of('dynamodb-units', `write units, ${admitted}`),
    tallyUnits: tallyUnitsPerBatch(shape, of, batching) / keyCallsPerBatch(shape, batching),
    recordBytes: of('dynamodb-units', 'size of a record'),
    warmMs: {
      authorizer: of('warm-request', 'authorizer') / 1_000,
      proxy: of('warm-request', 'proxy') / 1_000,
    },
    coldMs: { authorizer: of('cold-start', 'authorizer'), proxy: of('cold-start', 'proxy') },
    msPerAnswerByte: (microseconds('1 MB') - microseconds('10 KB')) / 1_000 / (1_048_576 - 10_240),
    tallyMsPerRecord: 1_000 / of('tally', 'records a second of processor time, Usage on DynamoDB Local'),
  };
}

/**
 * Write units that the tally takes for one key and batch. They hardly depend on how many of its calls are in the batch,
 * so the figure of the next faster measured rate holds for rates between; beyond the fastest, its own.
 */
function tallyUnitsPerBatch({ perKeyPerSecond, methods }: Shape, of: FigureOf, { windowMs }: Batching): number {
  const rate = talliedRates.find((one) => one >= perKeyPerSecond) ?? Math.max(...talliedRates);
  const seconds = windowMs / 1_000;
  return of('dynamodb-units', `tallies, ${rate} calls/s, methods ${methods}, window ${seconds} s`) * rate * seconds;
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
