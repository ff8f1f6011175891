import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toPosition } from '../../src/usage/stream-records.ts';

describe('a position', () => {
  test('sorts like the number, with any number of digits', () => {
    expect(toPosition('999999999') < toPosition('1000000000')).toBe(true);
    const numbers = fc.bigInt({ min: 0n, max: 10n ** 40n - 1n });
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        expect(toPosition(String(a)) < toPosition(String(b))).toBe(a < b);
      }),
    );
  });

  test('has 40 digits', () => {
    expect(toPosition('7')).toBe(`${'0'.repeat(39)}7`);
    expect(toPosition('9'.repeat(40))).toBe('9'.repeat(40));
  });
});
