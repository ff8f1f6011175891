import { describe, expect, test } from '@jest/globals';
import {
  isNarrowed,
  isReversedRange,
  keyParameter,
  keysOf,
  noFilter,
  requestFilter,
} from '../../../../dashboard/pages/history/history-search.ts';

describe('the filter in a URL', () => {
  test('has the keys and every filter, not the open request', () => {
    const filter = requestFilter({ key: 'key_1,key_2', request: 'id', method: 'getSlot', outcome: 'ok' });
    expect(filter).toEqual({ keys: ['key_1', 'key_2'], method: 'getSlot', outcome: 'ok' });
    expect(requestFilter({})).toEqual({ keys: [] });
  });

  test('narrows the requests of the chosen keys, unless it has the keys alone', () => {
    expect(isNarrowed(requestFilter({ key: 'key_1' }))).toBe(false);
    expect(isNarrowed(requestFilter(noFilter))).toBe(false);
    expect(isNarrowed(requestFilter({ errorCode: 0 }))).toBe(true);
  });

  test('keeps the keys from the URL to the list and back', () => {
    expect(keyParameter(keysOf({ key: 'key_1,key_2' }))).toBe('key_1,key_2');
    expect(keyParameter([])).toBeUndefined();
  });

  test('is reversed if its range is empty', () => {
    const [earlier, later] = ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:01.000Z'];
    expect(isReversedRange({ from: later, to: earlier })).toBe(true);
    expect(isReversedRange({ from: later, to: later })).toBe(true);
    expect(isReversedRange({ from: earlier, to: later })).toBe(false);
    expect(isReversedRange({ from: later })).toBe(false);
  });
});
