import { expect, test } from '@jest/globals';
import { concurrently } from '../../src/runtime/concurrently.ts';

test('works on each item once, 16 at a time', async () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const begun: number[] = [];
  let [running, most] = [0, 0];
  await concurrently(items, async (item) => {
    begun.push(item);
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
  });
  expect(begun).toEqual(items);
  expect(most).toBe(16);
  expect(running).toBe(0);
});

test('does nothing without items', async () => {
  await concurrently([], () => Promise.reject(new Error('no item')));
});

test('rejects with the first error, and starts no further item', async () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const begun: number[] = [];
  const failing = concurrently(items, async (item) => {
    begun.push(item);
    await new Promise(setImmediate);
    if (item === 3) throw new Error('item 3');
  });
  await expect(failing).rejects.toThrow('item 3');
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(begun.length).toBeLessThan(33);
});
