import { expect, test } from '@jest/globals';
import { interleave } from '../rounds.ts';

test('measurements are taken in turn, and the rounds that warm up are thrown away', async () => {
  const taken: string[] = [];
  const measure = (name: string) => async () => taken.push(name);
  const figures = await interleave({ one: measure('one'), other: measure('other') }, { warmUp: 1, counted: 2 });
  expect(taken).toEqual(['one', 'other', 'one', 'other', 'one', 'other']);
  expect(figures).toEqual({ one: [3, 5], other: [4, 6] });
});
