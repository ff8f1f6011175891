import { expect, test } from '@jest/globals';
import { median } from '../statistics.ts';

test.each([
  { figures: [3, 1, 2], middle: 2 },
  { figures: [10, 9, 2, 1], middle: 2 },
  { figures: [100, 20, 3], middle: 20 },
  { figures: [7], middle: 7 },
])('the median of $figures is $middle', ({ figures, middle }) => expect(median(figures)).toBe(middle));

test('nothing has no median', () => expect(median([])).toBeNaN());
