import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLog } from '../../src/log.ts';
import { NetworkChains } from '../../src/network-chains.ts';
import { outcomes } from '../../src/records/outcome.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { logFailedCalls } from '../../src/usage/failed-calls.ts';
import { networks } from '../support/settings.ts';

const chains = new NetworkChains(networks);

function linesOf(records: readonly RequestRecord[]) {
  const lines: Record<string, unknown>[] = [];
  logFailedCalls(
    records,
    chains,
    createLog('info', (line) => lines.push(JSON.parse(line))),
  );
  return lines;
}

const recordOf = (keyId: string, calls: RequestRecord['calls']): RequestRecord => ({
  requestId: '01K0000000000000000000000',
  keyId,
  accountId: `account of ${keyId}`,
  network: 'devnet',
  at: 0,
  durationMs: 1,
  status: 200,
  outcome: 'ok',
  calls,
  requestBytes: 1,
  responseBytes: 1,
});

test('calls of a key, method and outcome share a line, and ok has none', () => {
  const failed = { method: 'getBalance', outcome: 'rpc_error' as const, count: 2 };
  const ok = { method: 'getBalance', outcome: 'ok' as const, count: 5 };
  const line = { level: 'info', event: 'calls_failed', keyId: 'a', accountId: 'account of a', network: 'devnet' };
  expect(linesOf([recordOf('a', [failed, ok]), recordOf('a', [{ ...failed, errorCode: -32602 }])])).toEqual([
    { ...line, method: 'getBalance', outcome: 'rpc_error', count: 4 },
  ]);
});

test('a method that a caller invented is not logged', () => {
  const invented = { method: 'slc_a_secret', outcome: 'rpc_error' as const, count: 1 };
  expect(JSON.stringify(linesOf([recordOf('a', [invented])]))).not.toContain('slc_');
});

test('a batch has at most 101 lines, which hold every failed call, the most frequent ones by name', () => {
  const calls = fc.record({ outcome: fc.constantFrom(...outcomes), count: fc.integer({ min: 1, max: 9 }) });
  const record = fc.record({ keyId: fc.integer({ min: 0, max: 60 }), calls: fc.array(calls, { minLength: 1 }) });
  fc.assert(
    fc.property(fc.array(record, { maxLength: 200 }), (given) => {
      const records = given.map((each) => recordOf(`key_${each.keyId}`, each.calls));
      const lines = linesOf(records);
      const failed = records.flatMap((each) => each.calls).filter(({ outcome }) => outcome !== 'ok');
      const sum = (some: readonly { readonly count?: unknown }[]) =>
        some.reduce((all, { count }) => all + Number(count), 0);
      expect(lines.length).toBeLessThanOrEqual(101);
      expect(sum(lines)).toBe(sum(failed));
      const named = lines.filter(({ keyId }) => keyId !== undefined).map(({ count }) => Number(count));
      expect(named).toEqual(named.toSorted((one, other) => other - one));
      expect(lines.length - named.length).toBe(named.length === 100 && lines.length === 101 ? 1 : 0);
    }),
  );
});
