import { beforeEach, expect, test } from '@jest/globals';
import { UnreachableError } from '../../../dashboard/api/api-errors.ts';
import { idempotentActs } from '../../../dashboard/api/idempotency.ts';

let sent: string[] = [];
let once = idempotentActs(() => '');
beforeEach(() => {
  const keys = [1, 2, 3].values();
  sent = [];
  once = idempotentActs(() => `key ${keys.next().value}`);
});

const send = (values: unknown) =>
  once(values, async (headers) => {
    sent.push(headers['idempotency-key']);
  });
const lose = (values: unknown) =>
  once(values, async (headers) => {
    sent.push(headers['idempotency-key']);
    throw new UnreachableError({});
  }).catch(() => undefined);

test('a try again after a lost answer has the same key', async () => {
  await lose({ graceHours: 24 });
  await lose({ graceHours: 24 });
  await send({ graceHours: 24 });
  expect(sent).toEqual(['key 1', 'key 1', 'key 1']);
});

test('the same values after a success are another act', async () => {
  await send({ graceHours: 24 });
  await send({ graceHours: 24 });
  expect(sent).toEqual(['key 1', 'key 2']);
});

test('other values are another act', async () => {
  await lose({ graceHours: 24 });
  await send({ graceHours: 0 });
  expect(sent).toEqual(['key 1', 'key 2']);
});

test('an act that ends late leaves the key of a newer one', async () => {
  let answer = () => {};
  const first = once('first', () => new Promise<void>((resolve) => (answer = resolve)));
  await lose('second');
  answer();
  await first;
  await send('second');
  expect(sent).toEqual(['key 2', 'key 2']);
});
