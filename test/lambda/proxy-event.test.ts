import { expect, test } from '@jest/globals';
import { isProxyEvent } from '../../lambda/proxy-event.ts';

const event = {
  routeKey: 'POST /devnet/{rest+}',
  headers: { 'content-type': 'application/json' },
  isBase64Encoded: false,
  requestContext: { authorizer: { lambda: { keyId: 'key_1', accountId: 'a', planId: 'free' } } },
};

test.each([
  ['without the optional keys, as the HTTP API sends it', {}],
  ['with them', { pathParameters: { rest: '' }, body: '{}' }],
  ['with null for a key that is absent, as emulators send it', { pathParameters: null, body: null, cookies: null }],
  ['with null within a key', { pathParameters: { rest: null }, queryStringParameters: null, stageVariables: null }],
])('an event %s is accepted', (_, more) => expect(isProxyEvent({ ...event, ...more })).toBe(true));

test.each([
  { pathParameters: 'rest' },
  { pathParameters: { rest: 1 } },
  { body: 1 },
  { routeKey: null },
  { headers: null },
  { isBase64Encoded: null },
  { requestContext: { authorizer: null } },
])('an event with %j is not the HTTP API’s', (more) => expect(isProxyEvent({ ...event, ...more })).toBe(false));
