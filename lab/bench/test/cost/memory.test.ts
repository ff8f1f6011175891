import { expect, test } from '@jest/globals';
import { best, choices } from '../../cost/memory-cost.ts';

const chosen = (cpuMs: number, waitMs: number, coldMs: number) => best(choices({ cpuMs, waitMs }, coldMs))?.memory;

test('a function that only waits takes the least memory', () => expect(chosen(0, 30, 10)).toBe(128));

test('a function that works takes more, for what it would be slower by', () => {
  expect(chosen(0.5, 30, 10)).toBe(512);
  expect(chosen(20, 30, 10)).toBe(1_769);
});

test('a slow start takes more memory too', () => expect(chosen(0, 30, 60)).toBe(1_024));
