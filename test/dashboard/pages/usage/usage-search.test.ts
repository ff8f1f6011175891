import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { usageSearch } from '../../../../dashboard/pages/usage/usage-search.ts';

test('the URL has the range, its ends, the span and the key', () => {
  const search = {
    range: 'custom',
    from: '2026-11-20T10:00:00.000Z',
    to: '2026-11-20T11:00:00.000Z',
    span: 'minute',
    key: 'key_1',
  };
  expect(v.parse(usageSearch, search)).toEqual(search);
  expect(v.parse(usageSearch, {})).toEqual({});
});

test('invalid values in the URL are ignored, and the others are kept', () => {
  const search = { range: 'decade', from: 'yesterday', to: 5, span: 'second', key: 7, colour: 'red' };
  expect(v.parse(usageSearch, search)).toEqual({});
  expect(v.parse(usageSearch, { ...search, range: 'week' })).toEqual({ range: 'week' });
});
