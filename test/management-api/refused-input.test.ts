import { beforeAll, describe, expect, test } from '@jest/globals';
import { claimsOf, eventOf, newUser, startApi, type TestApi } from './api.ts';
import { expectProblem } from './problem.ts';

let api: TestApi;
const user = newUser();
beforeAll(async () => {
  api = await startApi();
});

const get = (target: string) => api.call(user, 'GET', target);

/** Every list and report with a time range or a filter. */
const ranges = ['usage', 'usage/keys', 'usage/split', 'requests', 'activity'].map((path) => `/v1/${path}`);

describe.each(ranges)('%s', (path) => {
  test.each(['from=2026-02-31', 'from=2026-02-31T00:00:00Z', 'from=2026-13-01', 'to=2025-02-29', 'from=2026-04-31'])(
    'refuses %s: no calendar has that day',
    async (query) => expectProblem(await get(`${path}?${query}`), 'invalid_request'),
  );
});

test.each([
  '/v1/usage?network=devnett',
  '/v1/usage/keys?network=Mainnet',
  '/v1/usage/split?by=key&network=Mainnet',
  '/v1/requests?network=none',
  '/v1/requests?outcome=fine',
  '/v1/usage?span=week',
  '/v1/keys?state=deleted',
])('%s is refused: a filter that matches nothing would look like no calls', async (target) => {
  expectProblem(await get(target), 'invalid_request');
});

test.each(['devnet', 'management%20API'])('a known network passes: %s', async (network) => {
  expect((await get(`/v1/usage?network=${network}`)).status).toBe(200);
});

test.each([
  (id: string) => `/v1/keys/${id}/usage`,
  (id: string) => `/v1/keys/${id}/requests/req`,
  (id: string) => `/v1/requests?keys=${id}`,
  (id: string) => `/v1/activity?keyId=${id}`,
])('an id that no table can hold is refused, not a failure of ours: %s', async (target) => {
  expectProblem(await get(target('k'.repeat(1_100))), 'invalid_request');
});

test('a body that is not UTF-8 is refused', async () => {
  const event = eventOf(claimsOf(user), 'POST', '/v1/keys', { json: {} });
  const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
  const answer = await api.handle({ ...event, body: body.toString('base64'), isBase64Encoded: true });
  expectProblem(answer, 'invalid_request');
});

test.each([
  ['GET', '/v1/sign-up', 'POST'],
  ['DELETE', '/v1/recover', 'POST'],
  ['GET', '/v1/billing/events', 'POST'],
  ['POST', '/v1/key', 'GET'],
])('%s %s is refused with the method that another function serves', async (method, path, allow) => {
  const answer = await api.call(user, method, path);
  expectProblem(answer, 'method_not_allowed');
  expect(answer.headers.allow).toBe(allow);
});
