import { describe, expect, test } from '@jest/globals';
import {
  countFilters,
  isReversedRange,
  noFilter,
  requestFilter,
} from '../../../../dashboard/pages/history/history-search.ts';

describe('the filter in a URL', () => {
  test('has the filters, not the key or the open request', () => {
    const filter = requestFilter({ key: 'key_1', request: 'id', method: 'getSlot', outcome: 'ok' });
    expect(filter).toEqual({ ...noFilter, method: 'getSlot', outcome: 'ok' });
    expect(countFilters(filter)).toBe(2);
    expect(countFilters(noFilter)).toBe(0);
  });

  test('is reversed if its range is empty', () => {
    const [earlier, later] = ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:01.000Z'];
    expect(isReversedRange({ from: later, to: earlier })).toBe(true);
    expect(isReversedRange({ from: later, to: later })).toBe(true);
    expect(isReversedRange({ from: earlier, to: later })).toBe(false);
    expect(isReversedRange({ from: later })).toBe(false);
  });
});
