import { expect, test } from '@jest/globals';
import { matchesFilter, type RecordFilter } from '../../src/records/history.ts';
import { networkChains } from '../support/settings.ts';
import { recordOf } from '../usage/record.ts';

const mixed = recordOf({
  network: 'devnet',
  calls: [
    { method: 'getSlot', outcome: 'ok', count: 2 },
    { method: 'made-up', outcome: 'rpc_error', count: 1 },
    { outcome: 'invalid_request', count: 1 },
  ],
});

const filters: [RecordFilter, boolean][] = [
  [{}, true],
  [{ network: 'devnet' }, true],
  [{ network: 'mainnet' }, false],
  [{ method: 'getSlot' }, true],
  [{ method: 'getSlo' }, false],
  [{ method: 'made-up' }, true],
  [{ method: 'other' }, true],
  [{ method: 'none' }, true],
  [{ outcome: 'rpc_error' }, true],
  [{ outcome: 'rate_limited' }, false],
  [{ method: 'getSlot', outcome: 'ok' }, true],
  // Both occur, but not in the same call.
  [{ method: 'getSlot', outcome: 'rpc_error' }, false],
  [{ method: 'other', outcome: 'rpc_error', network: 'devnet' }, true],
  [{ method: 'other', outcome: 'rpc_error', network: 'mainnet' }, false],
  [{ method: undefined, outcome: undefined, network: undefined }, true],
];

test.each(filters)('a record matches if one call has everything in the filter: %j, %s', (filter, expected) => {
  expect(matchesFilter(mixed, filter, networkChains)).toBe(expected);
});

test('a record without unknown methods does not match `other`, and one with methods does not match `none`', () => {
  expect(matchesFilter(recordOf(), { method: 'other' }, networkChains)).toBe(false);
  expect(matchesFilter(recordOf(), { method: 'none' }, networkChains)).toBe(false);
});
