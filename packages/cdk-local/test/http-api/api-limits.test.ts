import { expect, test } from '@jest/globals';
import { createThrottle } from '../../http-api/api-limits.ts';
import { serve } from './test-api.ts';

test('a bucket passes its burst at once, then its rate', () => {
  let now = 0;
  const mayPass = createThrottle({ rate: 2, burst: 3 }, () => now);
  const ask = (times: number) => Array.from({ length: times }, mayPass);
  expect(ask(4)).toEqual([true, true, true, false]);
  now += 500;
  expect(ask(2)).toEqual([true, false]);
  now += 60_000;
  expect(ask(4)).toEqual([true, true, true, false]);
});

test('a bucket loses nothing when the clock is set back, as on a laptop that slept', () => {
  let now = 7_200_000;
  const mayPass = createThrottle({ rate: 2, burst: 3 }, () => now);
  now -= 3_600_000;
  expect([mayPass(), mayPass(), mayPass(), mayPass()]).toEqual([true, true, true, false]);
  now += 500;
  expect(mayPass()).toBe(true);
});

test('throttled by the stage: 429, the authorizer is not invoked, and later requests pass', async () => {
  let now = 1_000_000;
  const changes = { Stage: { DefaultRouteSettings: { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 1 } } };
  const { post, events, stop } = await serve({ changes, clock: () => now });
  expect((await post('/')).status).toBe(200);
  const refused = await post('/devnet');
  expect([refused.status, await refused.text()]).toEqual([429, '{"message":"Too Many Requests"}']);
  expect(events.authorizer).toHaveLength(1);
  now += 1_000;
  expect((await post('/')).status).toBe(200);
  await stop();
});

test('a route with settings has its own bucket', async () => {
  const once = { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 1 };
  const changes = { Stage: { DefaultRouteSettings: once, RouteSettings: { 'POST /devnet': once } } };
  const { post, stop } = await serve({ changes, clock: () => 1_000_000 });
  const statuses: number[] = [];
  for (const path of ['/', '/devnet', '/', '/devnet']) statuses.push((await post(path)).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
  await stop();
});
