import { expect, test } from '@jest/globals';
import { stepped } from '../../../dashboard/components/use-combo-box.ts';

test.each([
  { active: -1, step: 1, count: 3, next: 0 },
  { active: -1, step: -1, count: 3, next: 2 },
  { active: 0, step: 1, count: 3, next: 1 },
  { active: 2, step: 1, count: 3, next: 0 },
  { active: 0, step: -1, count: 3, next: 2 },
  { active: 0, step: 1, count: 1, next: 0 },
  { active: -1, step: 1, count: 0, next: -1 },
])('the option after $active of $count in direction $step is $next', ({ active, step, count, next }) => {
  expect(stepped(active, step, count)).toBe(next);
});
