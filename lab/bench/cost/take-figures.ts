import * as v from 'valibot';
import type { Batching } from '../../../src/cost/deployment.ts';
import type { MeasuredFigures } from '../../../src/cost/measured-figures.ts';
import { figureOf } from '../figure-of.ts';
import { provenanceSchema } from '../provenance.ts';
import type { Results } from '../results.ts';

const benchmarks = ['cold-start', 'dynamodb-units', 'tally', 'warm-request'];
const admittedRates = [0.5, 5, 50];
const talliedRates = [0.5, 5];
const methodCounts = [1, 4, 10];

/**
 * The figures of results that costs are computed from.
 * @throws {FigureMissingError}
 */
export function takeFigures(results: Results, { windowMs }: Batching): MeasuredFigures {
  const of = (benchmark: string, name: string) => figureOf(results, benchmark, name);
  const units = (name: string) => of('dynamodb-units', name);
  return {
    admissions: admittedRates.map((callsPerSecond) => ({
      callsPerSecond,
      readUnits: units(`read units, admitted, ${callsPerSecond} calls/s from 64 processes`),
      writeUnits: units(`write units, admitted, ${callsPerSecond} calls/s from 64 processes`),
    })),
    tallies: talliedRates.flatMap((callsPerSecond) =>
      methodCounts.map((methods) => ({
        callsPerSecond,
        methods,
        writeUnits: units(`tallies, ${callsPerSecond} calls/s, methods ${methods}, window ${windowMs / 1_000} s`),
      })),
    ),
    tallyWindowMs: windowMs,
    recordBytes: units('size of a record'),
    warmMs: {
      authorizer: of('warm-request', 'authorizer') / 1_000,
      proxy: of('warm-request', 'proxy') / 1_000,
    },
    coldMs: { authorizer: of('cold-start', 'authorizer'), proxy: of('cold-start', 'proxy') },
    tallyMsPerRecord: 1_000 / of('tally', 'records a second of processor time, Usage on DynamoDB Local'),
    measuredBy: benchmarks.map((name) => v.parse(provenanceSchema, results[name])),
  };
}
