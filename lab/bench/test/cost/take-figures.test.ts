import { expect, test } from '@jest/globals';
import { prod } from '../../../../src/cost/deployment.ts';
import { takeFigures } from '../../cost/take-figures.ts';
import { FigureMissingError } from '../../figure-of.ts';
import { costResults } from './cost-results.ts';

test('figures are the medians of their benchmarks, with their runs', () => {
  expect(takeFigures(costResults, prod.batching)).toMatchObject({
    admissions: [
      { callsPerSecond: 0.5, writeUnits: 2.05 },
      { callsPerSecond: 5, writeUnits: 2.01 },
      { callsPerSecond: 50, writeUnits: 2 },
    ],
    recordBytes: 355,
    warmMs: { authorizer: 0.06, proxy: 0.3 },
    tallyMsPerRecord: 0.125,
    measuredBy: Array(4).fill({
      commit: '0123abcd',
      date: '2026-11-20T12:00:00.000Z',
      command: 'npm run lab -- bench one',
    }),
  });
});

test('a figure that was not measured is asked for by the command that measures it', () => {
  expect(() => takeFigures({}, prod.batching)).toThrow(FigureMissingError);
  expect(() => takeFigures({}, prod.batching)).toThrow('npm run lab -- bench dynamodb-units');
});

test('tallies with a window that was not measured are asked for by name', () => {
  expect(() => takeFigures(costResults, { ...prod.batching, windowMs: 20_000 })).toThrow(
    'There is no figure "tallies, 0.5 calls/s, methods 1, window 20 s"',
  );
});
