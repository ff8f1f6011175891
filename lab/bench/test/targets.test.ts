import { describe, expect, test } from '@jest/globals';
import { judge, type Target } from '../targets.ts';
import { figure, resultOf } from './result.ts';

const atMost: Target = { what: 'a bound', atMost: 2, unit: 'units', benchmark: 'one', figures: 'units' };
const atLeast: Target = { what: 'a bound', atLeast: 2, unit: 'units', benchmark: 'one', figures: 'units' };
const results = (...medians: number[]) => ({
  one: resultOf({ figures: [figure('else', 99), ...medians.map((median, at) => figure(`units, ${at}`, median))] }),
});

describe('a target', () => {
  test.each([
    { target: atMost, medians: [1, 2], worst: 2, holds: true },
    { target: atMost, medians: [1, 2.01, 0], worst: 2.01, holds: false },
    { target: atLeast, medians: [2, 3], worst: 2, holds: true },
    { target: atLeast, medians: [3, 1.99, 4], worst: 1.99, holds: false },
  ])('is judged by the worst of its figures: $medians', ({ target, medians, worst, holds }) => {
    expect(judge(target, results(...medians))).toMatchObject({ worst: { median: worst }, holds });
  });

  test('does not hold while nothing was measured for it', () => {
    expect(judge(atMost, {})).toEqual({ target: atMost, holds: false });
    expect(judge(atMost, results())).toEqual({ target: atMost, holds: false });
  });
});
