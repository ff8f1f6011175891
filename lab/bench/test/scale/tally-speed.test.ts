import { expect, test } from '@jest/globals';
import { batchMs, speedOf } from '../../scale/tally-speed.ts';
import { figure, resultOf } from '../result.ts';

const speed = { recordMs: 0.1, writeMs: 0.4 };

test('a batch takes its work, and waits for its writes sixteen at a time', () => {
  expect(batchMs(speed, 1_769, 1_000, 160)).toBeCloseTo(100 + 64 + 10 * 4);
});

test('with less memory the work takes longer, the waiting does not', () => {
  expect(batchMs(speed, 1_769 / 2, 1_000, 160)).toBeCloseTo(2 * 164 + 40);
});

test('writes are measured over plain HTTP, and reckoned over HTTPS', () => {
  const figures = (medians: Record<string, number>) =>
    resultOf({ figures: Object.entries(medians).map(([name, median]) => figure(name, median)) });
  const speedNow = speedOf({
    tally: figures({ 'records a second of processor time, Usage on DynamoDB Local': 10_000 }),
  });
  expect(speedNow.recordMs).toBeCloseTo(0.1 - 0.04 * 0.067);
  expect(speedNow.writeMs).toBeCloseTo(0.113);
});

test('what was not measured is asked for', () => expect(() => speedOf({})).toThrow('npm run lab -- bench tally'));
