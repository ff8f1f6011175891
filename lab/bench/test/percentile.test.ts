import { expect, test } from '@jest/globals';
import { percentile } from '../statistics.ts';

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

test('a percentile is the smallest figure that so many do not exceed', () => {
  expect(percentile(hundred, 0.95)).toBe(95);
  expect(percentile(hundred, 0)).toBe(1);
  expect(percentile(hundred, 1)).toBe(100);
  expect(percentile([1, 2, 3], 0.5)).toBe(2);
  expect(percentile([7], 0.95)).toBe(7);
});

test('of nothing there is none', () => expect(percentile([], 0.5)).toBeNaN());
