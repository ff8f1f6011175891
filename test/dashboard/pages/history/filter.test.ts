import { describe, expect, test } from '@jest/globals';
import { countFilters, filterOf, isReversed, noFilter } from '../../../../dashboard/pages/history/filter.ts';

describe('the filter of an address', () => {
  test('is what narrows the history, not the key or the open request', () => {
    const filter = filterOf({ key: 'key_1', request: 'id', method: 'getSlot', outcome: 'ok' });
    expect(filter).toEqual({ ...noFilter, method: 'getSlot', outcome: 'ok' });
    expect(countFilters(filter)).toBe(2);
    expect(countFilters(noFilter)).toBe(0);
  });

  test('is reversed when its range holds no moment at all', () => {
    const [earlier, later] = ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:01.000Z'];
    expect(isReversed({ from: later, to: earlier })).toBe(true);
    expect(isReversed({ from: later, to: later })).toBe(true);
    expect(isReversed({ from: earlier, to: later })).toBe(false);
    expect(isReversed({ from: later })).toBe(false);
  });
});
