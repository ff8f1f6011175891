import { expect, test } from '@jest/globals';
import { asWords, capitalized, planTitle } from '../../../dashboard/format/words.ts';

test('a code is shown as words', () => {
  expect(asWords('key_paused')).toBe('Key paused');
});

test('the title of a plan is its capitalized name', () => {
  expect(planTitle({ planId: 'developer' })).toBe('Developer');
});

test('only the first letter becomes a capital', () => {
  expect(capitalized('mainnet beta')).toBe('Mainnet beta');
  expect(capitalized('')).toBe('');
});
