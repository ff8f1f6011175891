import { expect, test } from '@jest/globals';
import { batchMs, speedOf } from '../../../bench/scale/tally-speed.ts';

const speed = { recordMs: 0.1, writeMs: 0.4 };

test('a batch takes its work, and waits for its writes sixteen at a time', () => {
  expect(batchMs(speed, 1_769, 1_000, 160)).toBeCloseTo(100 + 64 + 10 * 4);
});

test('with less memory the work takes longer, the waiting does not', () => {
  expect(batchMs(speed, 1_769 / 2, 1_000, 160)).toBeCloseTo(2 * 164 + 40);
});

test('what was not measured is asked for', () => expect(() => speedOf({})).toThrow('npm run bench -- tally'));
