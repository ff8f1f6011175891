import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readBody } from '../../../dashboard/api/api.ts';
import { type ServedApi, serveApi } from './served-api.ts';

let signedIn: ServedApi;
let signedOut: ServedApi;

beforeAll(async () => {
  signedIn = await serveApi('the token');
  signedOut = await serveApi();
});
beforeEach(() => {
  for (const { received } of [signedIn, signedOut]) received.length = 0;
});
afterAll(() => Promise.all([signedIn.close(), signedOut.close()]));

test('a request has the session’s token', async () => {
  await readBody(signedIn.api.GET('/v1/account'));
  expect(signedIn.received[0]?.headers.authorization).toBe('Bearer the token');
});

test('without a session, a request is not sent', async () => {
  await expect(readBody(signedOut.api.GET('/v1/account'))).rejects.toMatchObject({ code: 'signed_out' });
  expect(signedOut.received).toEqual([]);
});

test('a sign-up and a recovery need no session, and never have its token', async () => {
  await readBody(signedOut.api.POST('/v1/sign-up', { body: { email: 'you@example.com' } }));
  expect(signedOut.received[0]?.body).toBe('{"email":"you@example.com"}');
  await readBody(signedIn.api.POST('/v1/sign-up', { body: { email: 'you@example.com' } }));
  expect(signedIn.received[0]?.headers.authorization).toBeUndefined();
});

test('a lost connection is not an answer', async () => {
  signedIn.answer = () => ({ isLost: true });
  await expect(readBody(signedIn.api.GET('/v1/account'))).rejects.toMatchObject({ code: 'unreachable' });
});

test('a page of a network that asks to sign in is not an answer of the service', async () => {
  const answerWith = (fetched: () => Response) => Object.assign(globalThis, { fetch: async () => fetched() });
  const { fetch: original } = globalThis;
  answerWith(() => new Response('<!doctype html><title>Hotel</title>', { headers: { 'content-type': 'text/html' } }));
  const reading = readBody(signedIn.api.GET('/v1/account')).finally(() =>
    Object.assign(globalThis, { fetch: original }),
  );
  await expect(reading).rejects.toMatchObject({ code: 'foreign_answer', message: expect.stringContaining('sign in') });
});

test('after a 429, reads are not sent again until Retry-After has passed', async () => {
  const busy = await serveApi('the token');
  busy.answer = () => ({ status: 429, headers: { 'retry-after': '30' } });
  for (const _ of [1, 2, 3]) {
    await expect(readBody(busy.api.GET('/v1/keys'))).rejects.toMatchObject({ status: 429, retryAfterSeconds: 30 });
  }
  expect(busy.received).toHaveLength(1);
  await busy.close();
});
