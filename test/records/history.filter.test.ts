import { expect, test } from '@jest/globals';
import { matchesFilter, type RecordFilter } from '../../src/records/history.ts';
import { networkChains } from '../support/settings.ts';
import { recordOf } from '../usage/record.ts';

const mixed = recordOf({
  network: 'devnet',
  calls: [
    { method: 'getSlot', outcome: 'ok', count: 2 },
    { method: 'made-up', outcome: 'rpc_error', count: 1 },
    { method: 'getSlot', outcome: 'rpc_error', errorCode: -32602, count: 1 },
    { method: 'getSlot', outcome: 'rpc_error', errorCode: 4711, count: 1 },
    { method: 'getHealth', outcome: 'upstream_error', count: 1 },
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
  [{ method: 'getHealth', outcome: 'rpc_error' }, false],
  [{ outcome: 'error' }, true],
  [{ outcome: 'error', method: 'getHealth' }, true],
  [{ outcome: 'error', method: 'none' }, true],
  [{ errorCode: -32602 }, true],
  [{ errorCode: -32601 }, false],
  [{ errorCode: 4711 }, true],
  [{ errorCode: -32602, method: 'getSlot', outcome: 'error', network: 'devnet' }, true],
  [{ errorCode: -32602, method: 'made-up' }, false],
  [{ errorCode: -32602, outcome: 'upstream_error' }, false],
  [{ errorCode: 'other' }, true],
  [{ errorCode: 'other', method: 'getSlot' }, true],
  [{ errorCode: 'other', method: 'made-up' }, true],
  // A call without an error of a node has no code, not even an unknown one.
  [{ errorCode: 'other', method: 'getHealth' }, false],
  [{ errorCode: 'other', method: 'none' }, false],
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

test('a record without errors does not match `error` or `other`', () => {
  expect(matchesFilter(recordOf(), { outcome: 'error' }, networkChains)).toBe(false);
  expect(matchesFilter(recordOf(), { errorCode: 'other' }, networkChains)).toBe(false);
});
