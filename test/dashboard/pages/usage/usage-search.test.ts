import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { usageSearch } from '../../../../dashboard/pages/usage/usage-search.ts';

const search = {
  range: 'custom',
  from: '2026-11-20T10:00:00.000Z',
  to: '2026-11-20T11:00:00.000Z',
  span: 'minute',
  key: 'key_1',
  network: 'mainnet',
  compare: 'before',
  split: 'network',
  percentile: 'p99',
  callsBy: 'method',
  errorsBy: 'key',
  errorsAs: 'number',
  table: 'errors',
  page: 2,
};

test('the address has everything that the page can show', () => {
  expect(v.parse(usageSearch, search)).toEqual(search);
  expect(v.parse(usageSearch, {})).toEqual({});
});

test('invalid values in the address are ignored, and the others are kept', () => {
  const invalid = {
    range: 'decade',
    from: 'yesterday',
    to: 5,
    span: 'second',
    key: 7,
    network: {},
    compare: true,
    split: 'method',
    percentile: 'p50.5',
    callsBy: 'outcome',
    errorsBy: 'chain',
    errorsAs: 'share',
    table: 'latency',
    page: 0,
    colour: 'red',
  };
  expect(v.parse(usageSearch, invalid)).toEqual({});
  expect(v.parse(usageSearch, { ...invalid, page: 1.5, range: 'week' })).toEqual({ range: 'week' });
});

test('a time that is not a date for the browser is ignored; any other is kept as UTC', () => {
  expect(v.parse(usageSearch, { from: '2026-01-01T10:00:00+05', to: '2026-01-01T10:00:00+05' })).toEqual({});
  expect(v.parse(usageSearch, { from: '2026-01-01T10:00:00+05:00' })).toEqual({ from: '2026-01-01T05:00:00.000Z' });
});
