import { expect, test } from '@jest/globals';
import { roomBeyond } from '../../../../dashboard/pages/keys/key-room.ts';

const plans = [
  { open: true, keys: 3 },
  { open: true, keys: 40 },
  { open: false, keys: 48 },
];

test('an account with all keys of its plan is led to a larger plan only if it can choose one', () => {
  expect(roomBeyond(plans, 3)).toBe('larger-plan');
  expect(roomBeyond(plans, 40)).toBe('none');
  expect(roomBeyond(undefined, 3)).toBeUndefined();
});
