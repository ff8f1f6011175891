import { expect, test } from '@jest/globals';
import { counterKey } from '../../src/usage/counter.ts';
import { ReportSum } from '../../src/usage/report.ts';
import { noon } from './record.ts';

const counter = (bucket: string, attributes: Record<string, unknown>) => ({
  ...counterKey('key_1', 'hour', bucket, 'getSlot'),
  expiresAt: 1_800_000_000,
  position: '0'.repeat(40),
  'position#3': '0'.repeat(40),
  ...attributes,
});

test('a report counts the calls of counters, and nothing else that stands in them', () => {
  const sum = new ReportSum({ from: noon, to: noon + 3_600_000, span: 'hour' });
  sum.add(counter('2026-11-20T12', { 'devnet#ok': 2, 'mainnet#rpc_error': 1, 'devnet#unheard': 5 }));
  expect(sum.report().total).toMatchObject({ calls: 3, errors: 1 });
});

test('a counter from outside the range counts nowhere, so that the points always add up to the total', () => {
  const sum = new ReportSum({ from: noon, to: noon + 3_600_000, span: 'hour' });
  sum.add(counter('2026-11-20T11', { 'devnet#ok': 1 }));
  sum.add(counter('2026-11-20T13', { 'devnet#ok': 1 }));
  expect(sum.report()).toMatchObject({ total: { calls: 0 }, points: [{ calls: 0 }], byMethod: {}, byNetwork: {} });
});
