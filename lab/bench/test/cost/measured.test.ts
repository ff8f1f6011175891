import { expect, test } from '@jest/globals';
import { FigureMissingError, measuredFor } from '../../cost/measured.ts';
import { reference } from '../../cost/shapes.ts';
import { figure, resultOf } from '../result.ts';

const batching = { size: 1_000, windowMs: 20_000 };
const admitted = (rate: number, write: number) => [
  figure(`read units, admitted, ${rate} calls/s from 64 processes`, 1),
  figure(`write units, admitted, ${rate} calls/s from 64 processes`, write),
];
const results = {
  'dynamodb-units': resultOf({
    figures: [
      ...admitted(0.5, 2.05),
      ...admitted(5, 2.01),
      ...admitted(50, 2),
      figure('tallies, 0.5 calls/s, methods 4, window 20 s', 0.2),
      figure('tallies, 5 calls/s, methods 4, window 20 s', 0.04),
      figure('size of a record', 355),
    ],
  }),
  'warm-request': resultOf({ figures: [figure('authorizer', 100), figure('proxy', 300)] }),
  'cold-start': resultOf({ figures: [figure('authorizer', 40), figure('proxy', 45)] }),
  bodies: resultOf({ figures: [figure('10 KB, plain', 500), figure('1 MB, plain', 11_000)] }),
  tally: resultOf({ figures: [figure('records a second of processor time, Usage on DynamoDB Local', 10_000)] }),
};
const unitsAt = (perKeyPerSecond: number) => {
  const { writeUnits, tallyUnits } = measuredFor({ ...reference, perKeyPerSecond }, results, batching);
  return { writeUnits, tallyUnits };
};

test('a figure that was not measured is asked for by the command that measures it', () => {
  expect(() => measuredFor(reference, {})).toThrow(FigureMissingError);
  expect(() => measuredFor(reference, {})).toThrow('npm run lab -- bench dynamodb-units');
});

test('a number of methods that was not measured is asked for by name', () => {
  expect(() => measuredFor({ ...reference, methods: 10 }, results)).toThrow(
    'There is no figure "tallies, 5 calls/s, methods 10, window 25 s"',
  );
});

test.each([
  // The slowest measured rate is used for slower keys: 2 write units for each of their batches.
  [0.1, 2.05, 1],
  [0.5, 2.05, 0.2],
  // Between: the writes of the slower rate, and the tallies of the faster one, 4 write units for a batch of 20 calls.
  [1, 2.05, 0.2],
  [5, 2.01, 0.04],
  [50, 2, 0.004],
])('a key at %d calls a second takes the units of the nearest rate that is not cheaper', (rate, writes, tallies) => {
  const { writeUnits, tallyUnits } = unitsAt(rate);
  expect(writeUnits).toBe(writes);
  expect(tallyUnits).toBeCloseTo(tallies);
});
