import { describe, expect, test } from '@jest/globals';
import { fromLocalInput, toLocalInput } from '../../../dashboard/format/local-time.ts';

describe('a time in a field for local time', () => {
  test('survives a round trip to the second', () => {
    const moment = '2026-11-20T17:20:05.000Z';
    expect(fromLocalInput(toLocalInput(moment))).toBe(moment);
  });

  test('has the format of a datetime-local field, without zero seconds', () => {
    expect(toLocalInput(new Date(2026, 2, 4, 5, 6, 7).toISOString())).toBe('2026-03-04T05:06:07');
    expect(toLocalInput(new Date(2026, 2, 4, 5, 6, 0).toISOString())).toBe('2026-03-04T05:06');
  });

  test('is undefined while the field is empty or half typed', () => {
    expect(toLocalInput(undefined)).toBe('');
    expect(fromLocalInput('')).toBeUndefined();
    expect(fromLocalInput('0202-03-04T05:06')).toBeUndefined();
  });
});
