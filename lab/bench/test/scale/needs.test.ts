import { expect, test } from '@jest/globals';
import { FigureMissingError } from '../../cost/measured.ts';
import type { Results } from '../../results.ts';
import { needs, needsTable } from '../../scale/needs.ts';
import { quotas } from '../../scale/quotas.ts';

const machine = { cores: 2, cpu: 'a processor', node: 'v24', load: 0 };
const result = (figures: Readonly<Record<string, number>>) => ({
  title: '',
  measures: '',
  startedAt: '2026-11-20T00:00:00.000Z',
  machine,
  figures: Object.entries(figures).map(([name, median]) => ({ name, unit: '', median, rounds: [median] })),
});
const admitted = 'admitted, 50 calls/s from 64 processes';
/** Tallies of keys at 50 calls/s: batches of 1,000 of 12 shards with 964 records a second each, half a unit a call. */
const unitsPerBatch = 0.5 * 50 * (1_000 / (1e9 / 86_400 / 12));
const results: Results = {
  'dynamodb-units': result({
    [`read units, ${admitted}`]: 1,
    [`write units, ${admitted}`]: 2,
    'tallies, 5 calls/s, methods 4, window 25 s': unitsPerBatch / 125,
    'size of a record': 355,
  }),
  'warm-request': result({ authorizer: 60, proxy: 300 }),
  'cold-start': result({ authorizer: 45, proxy: 51 }),
  tally: result({ 'records a second of processor time, Usage on DynamoDB Local': 8_000 }),
  bodies: result({ '10 KB, plain': 500, '1 MB, plain': 11_000 }),
  cost: result({ '1 billion a day': 4 }),
};
const logs = { logsEveryRun: false, logFormat: 'JSON' };
const functions = {
  authorizer: { memory: 512, ...logs },
  proxy: { memory: 1_024, ...logs },
  tally: { memory: 512, ...logs },
};

const wanted = (callsPerSecond: number) =>
  Object.fromEntries(needs(results, functions).map(({ what, of }) => [what, of(callsPerSecond)]));

test('what calls want follows from what one was measured to take', () => {
  expect(wanted(10_000)).toMatchObject({
    'HTTP API, requests/s': 10_000,
    'Lambda, concurrency for the requests': 2_000,
    'Lambda, seconds to grow from nothing': 10,
    'Directory, read units/s': 10_000,
    'Records, write units/s': 10_000,
    'Usage, write units/s': expect.closeTo(5_000),
    'Records, partitions and stream shards': 10,
    'dollars an hour, all in': 144,
  });
});

test('a new table has its first partitions however little is written', () => {
  expect(wanted(1)['Records, partitions and stream shards']).toBe(4);
});

test('what was not measured is asked for', () => {
  const { cost: _, ...rest } = results;
  expect(() => needs(rest, functions)).toThrow(FigureMissingError);
});

test('only needs above the initial quotas of an account are in bold', () => {
  const text = needsTable(needs(results, functions));
  expect(text).toContain('| HTTP API, requests/s | 10,000 | **100,000** | **1,000,000** | 10,000 |');
});

test('every quota says where it is from', () => {
  for (const { source } of Object.values(quotas)) expect(source).not.toBe('');
});
