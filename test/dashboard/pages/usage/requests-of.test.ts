import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { anyError, historySearch } from '../../../../dashboard/pages/history/history-search.ts';
import { ofOutcome, ofSpan, requestsOf } from '../../../../dashboard/pages/usage/requests-of.ts';

const from = '2026-11-20T10:00:00.000Z';
const to = '2026-11-21T10:00:00.000Z';

test('a figure of a report leads to the requests of its range, key and network', () => {
  const requests = requestsOf({ key: 'key_1', network: 'mainnet' }, from, to);
  expect(requests({ method: 'getSlot', outcome: 'error' })).toEqual({
    key: 'key_1',
    network: 'mainnet',
    from,
    to,
    method: 'getSlot',
    outcome: 'error',
  });
});

test('a report of everything that ends now leads to all requests from its start', () => {
  expect(requestsOf({}, from, undefined)()).toEqual({ from });
});

test.each([
  ['minute', '2026-11-20T10:01:00.000Z'],
  ['hour', '2026-11-20T11:00:00.000Z'],
  ['day', '2026-11-21T10:00:00.000Z'],
] as const)('a bar leads to the requests of its %s', (span, end) => {
  expect(requestsOf({}, '2026-11-01T00:00:00.000Z', undefined)(ofSpan(from, span, 'rpc_error'))).toEqual({
    from,
    to: end,
    outcome: 'rpc_error',
  });
});

test('History reads every address that a figure makes', () => {
  const search = requestsOf({ key: 'key_1' }, from, undefined)(ofSpan(from, 'hour'));
  expect(v.parse(historySearch, search)).toEqual(search);
});

test('a bar of the error rate leads to the errors of its span', () => {
  const search = requestsOf({}, from, undefined)(ofSpan(from, 'hour', anyError));
  expect(search).toEqual({ from, to: '2026-11-20T11:00:00.000Z', outcome: 'error' });
});

test('an outcome of a later release leads to all errors, not to all requests', () => {
  expect(ofOutcome('an outcome of a later release')).toEqual({ outcome: 'error' });
  expect(ofOutcome(undefined)).toEqual({ outcome: undefined });
});
