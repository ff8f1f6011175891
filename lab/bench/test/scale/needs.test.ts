import { expect, test } from '@jest/globals';
import { prod } from '../../../../src/cost/deployment.ts';
import { FigureMissingError } from '../../figure-of.ts';
import type { Results } from '../../results.ts';
import { needs, needsTable } from '../../scale/needs.ts';
import { quotas } from '../../scale/quotas.ts';
import { costResults } from '../cost/cost-results.ts';

const results: Results = costResults;
const { authorizer, proxy, tally } = prod.functions;
const deployment = { ...prod, functions: { authorizer, tally, proxy: { ...proxy, memory: 1_024 } } };

const wanted = (callsPerSecond: number) =>
  Object.fromEntries(needs(results, deployment).map(({ what, of }) => [what, of(callsPerSecond)]));

test('what calls want follows from what one was measured to take', () => {
  expect(wanted(10_000)).toMatchObject({
    'HTTP API, requests/s': 10_000,
    'Lambda, concurrency for the requests': 2_000,
    'Lambda, seconds to grow from nothing': 10,
    'Directory, read units/s': 15_000,
    'Records, write units/s': 10_000,
    'Usage, write units/s': expect.closeTo(5_000),
    'Records, partitions and stream shards': 10,
  });
});

test('a new table has its first partitions however little is written', () => {
  expect(wanted(1)['Records, partitions and stream shards']).toBe(4);
});

test('what was not measured is asked for', () => {
  const { tally: _, ...rest } = results;
  expect(() => needs(rest, deployment)).toThrow(FigureMissingError);
});

test('an hour costs what its calls cost, by the price of a million', () => {
  const cost = needs(results, deployment).find(({ what }) => what === 'dollars an hour, all in');
  const [, million] = /^\$([\d.]+) for a million$/.exec(cost?.from ?? '') ?? [];
  expect(cost?.of(1_000_000 / 3_600)).toBeCloseTo(Number(million), 2);
  // Of the figures of these tests.
  expect(Number(million)).toBe(4.09);
});

test('only needs above the initial quotas of an account are in bold', () => {
  const text = needsTable(needs(results, deployment));
  expect(text).toContain('| HTTP API, requests/s | 10,000 | **100,000** | **1,000,000** | 10,000 |');
});

test('every quota says where it is from', () => {
  for (const { source } of Object.values(quotas)) expect(source).not.toBe('');
});
