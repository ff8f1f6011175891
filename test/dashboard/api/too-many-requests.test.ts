import { expect, test } from '@jest/globals';
import { pauseReads } from '../../../dashboard/api/too-many-requests.ts';

const read = { method: 'GET' };
const refusal = (headers: Record<string, string>) =>
  new Response('{"code":"too_many_requests"}', { status: 429, headers });

test('after a 429, reads are answered here until Retry-After has passed', async () => {
  let now = 0;
  const reads = pauseReads(() => now);
  expect(reads.answer(read)).toBeUndefined();
  await reads.learn(read, refusal({ 'retry-after': '30', 'content-type': 'application/problem+json' }));
  now = 10_500;
  const answer = reads.answer(read);
  expect([answer?.status, answer?.headers.get('retry-after')]).toEqual([429, '20']);
  expect(await answer?.json()).toEqual({ code: 'too_many_requests' });
  now = 30_000;
  expect(reads.answer(read)).toBeUndefined();
});

test('changes are sent, and a refused change does not stop reads', async () => {
  const reads = pauseReads(() => 0);
  await reads.learn({ method: 'POST' }, refusal({ 'retry-after': '30' }));
  expect(reads.answer(read)).toBeUndefined();
  await reads.learn(read, refusal({ 'retry-after': '30' }));
  expect(reads.answer({ method: 'POST' })).toBeUndefined();
});

test('a refusal without a time does not stop reads', async () => {
  const reads = pauseReads(() => 0);
  await reads.learn(read, refusal({}));
  expect(reads.answer(read)).toBeUndefined();
});
