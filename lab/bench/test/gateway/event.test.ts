import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { authorizerEvent, proxyEvent } from '../../gateway/event.ts';

const request = new IncomingMessage(new Socket());
Object.assign(request.headers, { 'x-api-key': 'slc_secret', 'content-type': 'application/json' });

test("the authorizer's event carries the secret, and no body", () => {
  const event = authorizerEvent(request);
  expect(event).toMatchObject({ type: 'REQUEST', identitySource: ['slc_secret'], routeKey: 'POST /' });
  expect(event).not.toHaveProperty('body');
});

test("the proxy's event carries the body as text and what the authorizer handed on", () => {
  expect(proxyEvent(request, '{}', { keyId: 'key' })).toMatchObject({
    version: '2.0',
    routeKey: 'POST /',
    headers: { 'content-type': 'application/json' },
    requestContext: { authorizer: { lambda: { keyId: 'key' } } },
    body: '{}',
    isBase64Encoded: false,
  });
});
