import { describe, expect, test } from '@jest/globals';
import { fromLocalInput, toLocalInput } from '../../../dashboard/format/local-time.ts';

describe('a moment in a field of local time', () => {
  test('comes back as it was, to the second', () => {
    const moment = '2026-11-20T17:20:05.000Z';
    expect(fromLocalInput(toLocalInput(moment))).toBe(moment);
  });

  test('has the form that the browser’s field wants, without seconds where there are none', () => {
    expect(toLocalInput(new Date(2026, 2, 4, 5, 6, 7).toISOString())).toBe('2026-03-04T05:06:07');
    expect(toLocalInput(new Date(2026, 2, 4, 5, 6, 0).toISOString())).toBe('2026-03-04T05:06');
  });

  test('is none where the field is empty or half typed', () => {
    expect(toLocalInput(undefined)).toBe('');
    expect(fromLocalInput('')).toBeUndefined();
    expect(fromLocalInput('0202-03-04T05:06')).toBeUndefined();
  });
});
