import { expect, test } from '@jest/globals';
import { picker, seededRandom } from '../statistics.ts';

test('the same seed gives the same numbers, another one others', () => {
  const [one, same, other] = [seededRandom(1), seededRandom(1), seededRandom(2)];
  const first = one();
  expect(same()).toBe(first);
  expect(other()).not.toBe(first);
});

test('every value is picked sooner or later, and nothing else', () => {
  const pick = picker(['a', 'b', 'c'], seededRandom(1));
  expect(new Set(Array.from({ length: 100 }, pick))).toEqual(new Set(['a', 'b', 'c']));
});

test('nothing cannot be picked from', () => expect(picker([], seededRandom(1))).toThrow(RangeError));
