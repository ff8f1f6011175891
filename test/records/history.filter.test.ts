import { expect, test } from '@jest/globals';
import { matchesFilter, type RecordFilter } from '../../src/records/history.ts';
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
  // Each is there, but not of one call.
  [{ method: 'getSlot', outcome: 'rpc_error' }, false],
  [{ method: 'other', outcome: 'rpc_error', network: 'devnet' }, true],
  [{ method: 'other', outcome: 'rpc_error', network: 'mainnet' }, false],
  [{ method: undefined, outcome: undefined, network: undefined }, true],
];

test.each(filters)('a record passes where one call has all that is asked for: %j, %s', (filter, expected) => {
  expect(matchesFilter(mixed, filter)).toBe(expected);
});

test('a record without calls of unknown methods, or without a method, passes neither by that name', () => {
  expect(matchesFilter(recordOf(), { method: 'other' })).toBe(false);
  expect(matchesFilter(recordOf(), { method: 'none' })).toBe(false);
});
