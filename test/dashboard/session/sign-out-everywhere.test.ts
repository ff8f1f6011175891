import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { amplify, configured, networkError, resetAmplify } from './amplify.ts';

const { signOutEverywhere } = await import('../../../dashboard/session/sign-out.ts');

const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let answer = { status: 200, body: '{}' };
const server = createServer(async (incoming, outgoing) => {
  received.push({ headers: incoming.headers, body: await text(incoming) });
  outgoing.writeHead(answer.status).end(answer.body);
});
let address = '';

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});
beforeEach(() => {
  resetAmplify();
  received.length = 0;
  answer = { status: 200, body: '{}' };
  configured.Auth = { Cognito: { userPoolId: 'us-east-1_abc', userPoolEndpoint: address } };
  amplify.fetchAuthSession.mockResolvedValue({ tokens: { accessToken: { toString: () => 'access token' } } });
});

test('calls the user pool with the access token in the body', async () => {
  await signOutEverywhere();
  expect(received).toHaveLength(1);
  expect(received[0]?.headers).toMatchObject({
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'AWSCognitoIdentityProviderService.GlobalSignOut',
  });
  expect(received[0]?.body).toBe('{"AccessToken":"access token"}');
});

test.each([
  ['too many requests', '{"__type":"TooManyRequestsException","message":"Rate exceeded"}', 'busy'],
  ['a token that is revoked', '{"__type":"com.x#NotAuthorizedException","message":"Access Token …"}', 'signed_out'],
  ['a refusal without a message', '{"__type":"InternalErrorException"}', 'failed'],
  ['no JSON', '<html>', 'failed'],
])('%s: fails with its code', async (_what, body, code) => {
  answer = { status: 400, body };
  await expect(signOutEverywhere()).rejects.toMatchObject({ code });
});

test('fails if the user pool does not answer', async () => {
  configured.Auth.Cognito.userPoolEndpoint = 'http://127.0.0.1:1';
  await expect(signOutEverywhere()).rejects.toMatchObject({ code: 'unreachable' });
});

test('fails without a call if the token cannot be renewed', async () => {
  amplify.fetchAuthSession.mockRejectedValue(networkError());
  await expect(signOutEverywhere()).rejects.toMatchObject({ code: 'unreachable' });
  expect(received).toEqual([]);
});

test('fails if nobody is signed in', async () => {
  amplify.fetchAuthSession.mockResolvedValue({});
  await expect(signOutEverywhere()).rejects.toMatchObject({ code: 'signed_out' });
  expect(received).toEqual([]);
});
