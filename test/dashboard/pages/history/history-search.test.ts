import { describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { historySearch } from '../../../../dashboard/pages/history/history-search.ts';

const read = (search: unknown) => v.parse(historySearch, search);

describe('the search parameters of the history', () => {
  test('keep the key, every filter and the open request', () => {
    const search = {
      key: 'key_1',
      method: 'getSlot',
      outcome: 'rate_limited',
      network: 'devnet',
      from: '2026-11-20T12:00:00.000Z',
      to: '2026-11-20T13:00:00.000Z',
      request: '01M7X0ZVAG7GRF6VD6B5CM6EYH',
    };
    expect(read(search)).toEqual(search);
  });

  test('may be empty', () => {
    expect(read({})).toEqual({});
  });

  test('drop invalid values', () => {
    const odd = { key: 5, method: 'm'.repeat(65), outcome: 'lost', network: [], from: 'x', to: '2026-13-99T00:00:00Z' };
    expect(Object.values(read({ ...odd, request: '' }))).toEqual(Array(7).fill(undefined));
  });
});
