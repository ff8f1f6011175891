import { expect, test } from '@jest/globals';
import { isProxyEvent } from '../../lambda/proxy-event.ts';

const event = {
  rawPath: '/devnet/',
  headers: { 'content-type': 'application/json' },
  isBase64Encoded: false,
};

test.each([
  ['without the optional keys, as the HTTP API sends it', {}],
  ['with them', { body: '{}', headers: { 'x-api-key': 'slc_1', 'content-type': 'application/json' } }],
  ['with null for a key that is absent, as emulators send it', { pathParameters: null, body: null, cookies: null }],
])('an event %s is accepted', (_, more) => expect(isProxyEvent({ ...event, ...more })).toBe(true));

test.each([
  { body: 1 },
  { rawPath: null },
  { headers: null },
  { isBase64Encoded: null },
  { headers: { 'x-api-key': 1 } },
])('an event with %j is not the HTTP API’s', (more) => expect(isProxyEvent({ ...event, ...more })).toBe(false));
