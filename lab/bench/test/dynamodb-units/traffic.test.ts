import { expect, test } from '@jest/globals';
import { send } from '../../dynamodb-units/traffic.ts';

const start = 1_000_000;

/** Sends traffic to processes that answer with a status each: when they were called, and with what. */
async function sent(perSecond: number, seconds: number, statuses: readonly number[], random = () => 0) {
  const time = { now: start };
  const calls: string[] = [];
  const processes = statuses.map((status, process) => async (method: string) => {
    calls.push(`${(time.now - start) / 1_000} ${process} ${method}`);
    return status;
  });
  const traffic = { perSecond, seconds, methods: ['a', 'b'], random };
  const outcome = await send({ keyId: 'key', processes, takeRecords: () => [] }, time, traffic);
  return { calls, outcome, passed: time.now - start };
}

test('a rate below one a second spaces its calls over the seconds, and methods take turns', async () => {
  const { calls, passed } = await sent(0.5, 6, [200]);
  expect(calls).toEqual(['0 0 a', '2 0 b', '4 0 a']);
  expect(passed).toBe(6_000);
});

test('every second has as many calls as the rate says', async () => {
  const { calls, outcome } = await sent(3, 2, [200]);
  expect(calls.map((call) => call[0])).toEqual(['0', '0', '0', '1', '1', '1']);
  expect(outcome).toEqual({ admitted: 6, refused: 0 });
});

test('chance says which process takes a call, and refusals are counted apart', async () => {
  let draw = 0;
  const { outcome } = await sent(4, 1, [200, 429], () => (draw++ % 2) / 2);
  expect(outcome).toEqual({ admitted: 2, refused: 2 });
});

test('a call that ends otherwise spoils the benchmark', async () => {
  await expect(sent(1, 1, [502])).rejects.toThrow('502');
});
