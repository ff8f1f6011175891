import { expect, test } from '@jest/globals';
import type { MeasuredFigures } from '../../src/cost/measured-figures.ts';
import { figuresFor } from '../../src/cost/shape-figures.ts';
import { reference } from '../../src/cost/shapes.ts';

const batching = { size: 1_000, windowMs: 20_000 };
const measured: MeasuredFigures = {
  measuredBy: [],
  admissions: [
    { callsPerSecond: 0.5, readUnits: 1, writeUnits: 2.05 },
    { callsPerSecond: 5, readUnits: 1, writeUnits: 2.01 },
    { callsPerSecond: 50, readUnits: 1, writeUnits: 2 },
  ],
  tallies: [
    { callsPerSecond: 0.5, methods: 4, writeUnits: 0.2 },
    { callsPerSecond: 5, methods: 4, writeUnits: 0.04 },
  ],
  tallyWindowMs: 20_000,
  recordBytes: 355,
  warmMs: { authorizer: 0.1, proxy: 0.3 },
  coldMs: { authorizer: 40, proxy: 45 },
  tallyMsPerRecord: 0.1,
};
const figuresAt = (perKeyPerSecond: number) => figuresFor({ ...reference, perKeyPerSecond }, measured, batching);

test('a number of methods that was not measured is refused by name', () => {
  expect(() => figuresFor({ ...reference, methods: 3 }, measured, batching)).toThrow(
    'No key that calls 3 methods was measured.',
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
  const { writeUnits, tallyUnits } = figuresAt(rate);
  expect(writeUnits).toBe(writes);
  expect(tallyUnits).toBeCloseTo(tallies);
});
