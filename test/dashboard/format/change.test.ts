import { expect, test } from '@jest/globals';
import { changeOf } from '../../../dashboard/format/change.ts';

test.each([
  [112, 100, 'up', '+12%'],
  [97, 100, 'down', '−3%'],
  [0, 40, 'down', '−100%'],
  [1_000, 999, 'up', 'Up less than 1%'],
  [1_500, 100, 'up', '15×'],
  [3, 0, 'up', 'New'],
  [0, 0, 'none', 'No change'],
  [7, 7, 'none', 'No change'],
])('%d after %d is %s: %s', (now, before, direction, text) => {
  expect(changeOf(now, before)).toEqual({ direction, text });
});
