import { expect, test } from '@jest/globals';
import { figuresOf } from '../../../simulation/hot-key/figures.ts';

test('only what a second had room for was refused wrongly', () => {
  const seconds = [
    { admitted: 10, refused: 5, unavailable: 0 },
    { admitted: 8, refused: 1, unavailable: 2 },
    { admitted: 5, refused: 1, unavailable: 0 },
  ];
  const figures = figuresOf({ seconds, writes: 16, throttledWrites: 8, waits: [3, 1, 2] }, 10);
  expect(figures.wronglyRefused).toBeCloseTo((0 + 2 + 1) / 32);
  expect(figures).toMatchObject({ mostInASecond: 10, writesPerCall: 0.5, throttledPerCall: 0.25, waitMs: 3 });
  expect(figures.admittedPerSecond).toBeCloseTo(23 / 3);
});
