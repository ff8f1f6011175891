import { expect, test } from '@jest/globals';
import { callsAttribute } from '../../src/usage/counter-attributes.ts';
import { counterKey, readCounter } from '../../src/usage/tally-counter.ts';
import { ReportSum } from '../../src/usage/usage-report.ts';
import { noon } from './record.ts';

const counter = (bucket: string, attributes: Record<string, unknown>, network = 'devnet') =>
  readCounter({
    ...counterKey({ keyId: 'key_1', span: 'hour', bucket, network }),
    expiresAt: 1_800_000_000,
    position: '0'.repeat(40),
    ...attributes,
  });

const [ok, rpcError] = [callsAttribute('getSlot', 'ok'), callsAttribute('getSlot', 'rpc_error')];

test('a report counts the calls of counters, and ignores their other attributes', () => {
  const sum = new ReportSum({ from: noon, to: noon + 3_600_000, span: 'hour' });
  sum.add(counter('2026-11-20T12', { [ok]: 2, unheard: 5 }));
  sum.add(counter('2026-11-20T12', { [ok]: '5' }));
  sum.add(counter('2026-11-20T12', { [rpcError]: 1 }, 'mainnet'));
  const { total, byNetwork } = sum.report();
  expect(total).toMatchObject({ calls: 3, errors: 1 });
  expect(byNetwork).toMatchObject({ devnet: { calls: 2, errors: 0 }, mainnet: { calls: 1, errors: 1 } });
});

test('a report sorts methods and networks by name', () => {
  const sum = new ReportSum({ from: noon, to: noon + 3_600_000, span: 'hour' });
  for (const network of ['mainnet', 'devnet', 'testnet']) sum.add(counter('2026-11-20T12', { [ok]: 1 }, network));
  expect(Object.keys(sum.report().byNetwork)).toEqual(['devnet', 'mainnet', 'testnet']);
});

test('a counter from outside the range is ignored, so that the points always add up to the total', () => {
  const sum = new ReportSum({ from: noon, to: noon + 3_600_000, span: 'hour' });
  sum.add(counter('2026-11-20T11', { [ok]: 1 }));
  sum.add(counter('2026-11-20T13', { [ok]: 1 }));
  expect(sum.report()).toMatchObject({ total: { calls: 0 }, points: [{ calls: 0 }], byMethod: {}, byNetwork: {} });
});
