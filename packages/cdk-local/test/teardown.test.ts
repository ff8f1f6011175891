import { describe, expect, test } from '@jest/globals';
import { Teardown, together } from '../teardown.ts';

describe('a teardown', () => {
  test('stops in reverse order, once', async () => {
    const stopped: number[] = [];
    const teardown = new Teardown();
    for (const number of [1, 2, 3]) teardown.add(() => stopped.push(number));
    await teardown.run();
    await teardown.run();
    expect(stopped).toEqual([3, 2, 1]);
  });

  test('stops the rest when one cannot be stopped, and tells of it', async () => {
    const stopped: string[] = [];
    const teardown = new Teardown();
    teardown.add(() => stopped.push('first'));
    teardown.add(() => Promise.reject(new Error('stuck')));
    await expect(teardown.run()).rejects.toMatchObject({ errors: [new Error('stuck')] });
    expect(stopped).toEqual(['first']);
  });

  test('waits for what is still starting, to stop it', async () => {
    const stopped: string[] = [];
    const starting = Promise.withResolvers<{ stop: () => unknown }>();
    const teardown = new Teardown();
    void teardown.started(starting.promise);
    const done = teardown.run();
    starting.resolve({ stop: () => stopped.push('late') });
    await done;
    expect(stopped).toEqual(['late']);
  });

  test('has nothing to stop where the start failed', async () => {
    const teardown = new Teardown();
    await expect(teardown.started(Promise.reject(new Error('no')))).rejects.toThrow('no');
    await teardown.run();
  });
});

test('together throws the first error only when both have settled', async () => {
  const second = Promise.withResolvers<number>();
  let isSettled = false;
  const both = together(Promise.reject(new Error('first')), second.promise).catch((error: Error) => {
    isSettled = true;
    return error.message;
  });
  await new Promise(setImmediate);
  expect(isSettled).toBe(false);
  second.resolve(1);
  expect(await both).toBe('first');
});
