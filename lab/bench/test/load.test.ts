import { describe, expect, test } from '@jest/globals';
import { type Client, callNode, inParallel, type LoadAnswer, slotAnswer, WrongAnswerError } from '../load.ts';

const clientThatGets = (answer: LoadAnswer): Client => ({ post: async () => answer, close: () => {} });

describe('getSlot', () => {
  test('takes the answer of the node to that call', async () => {
    const client = clientThatGets({ status: 200, body: Buffer.from(slotAnswer(7)) });
    await expect(callNode(client, 7, 'secret')).resolves.toBeUndefined();
  });

  test.each([
    ['another status', { status: 429, body: Buffer.from(slotAnswer(7)) }],
    ['the answer to another call', { status: 200, body: Buffer.from(slotAnswer(8)) }],
    ['an error', { status: 200, body: Buffer.from('{"jsonrpc":"2.0","error":{},"id":7}') }],
  ])('refuses %s', async (_, answer) => {
    await expect(callNode(clientThatGets(answer), 7, 'secret')).rejects.toThrow(WrongAnswerError);
  });
});

describe('inParallel', () => {
  test('does all of it, each once, never more at a time than it may', async () => {
    const done: number[] = [];
    let running = 0;
    let most = 0;
    await inParallel(10, 3, async (index) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      done.push(index);
      running -= 1;
    });
    expect(done.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(most).toBe(3);
  });

  test('ends with the error of what fails', async () => {
    const fails = inParallel(3, 1, () => Promise.reject(new Error('broken')));
    await expect(fails).rejects.toThrow('broken');
  });
});
