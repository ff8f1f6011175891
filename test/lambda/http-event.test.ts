import { gunzipSync } from 'node:zlib';
import { APIGatewayProxyEventV2Schema } from '@aws-lambda-powertools/parser/schemas';
import { describe, expect, test } from '@jest/globals';
import { parseHttpEvent, toLambdaResult } from '../../lambda/http-event.ts';
import { claimsOf, eventOf, newUser } from '../management-api/api.ts';

const claims = claimsOf(newUser());

describe('an event', () => {
  test('of these tests is a valid HTTP API event according to an independent parser', () => {
    const event = eventOf(claims, 'POST', '/v1/keys?x=1', { json: { name: 'one' } });
    expect(APIGatewayProxyEventV2Schema.safeParse(event)).toMatchObject({ success: true });
  });

  test('is parsed into method, URL and the rest of the request', () => {
    const event = eventOf(claims, 'POST', '/v1/keys?limit=1', { text: '{}', headers: { 'idempotency-key': 'ключ' } });
    const { request, apiRequest } = parseHttpEvent(event);
    expect([request.method, request.url]).toEqual(['POST', 'https://api.example/v1/keys?limit=1']);
    expect(apiRequest).toMatchObject({ requestId: event.requestContext.requestId, claims });
    expect(apiRequest.headers).toMatchObject({ 'idempotency-key': 'ключ' });
    expect(apiRequest.body.toString()).toBe('{}');
  });

  test.each([[0xff, 0x00, 0x0d, 0x0a], [...Buffer.from('{"a": "ключ"}')]])(
    'with a body in Base64 has the bytes that the client sent: %j, …',
    (...bytes) => {
      const event = { ...eventOf(claims, 'POST', '/v1/keys'), body: Buffer.from(bytes).toString('base64') };
      expect([...parseHttpEvent({ ...event, isBase64Encoded: true }).apiRequest.body]).toEqual(bytes);
    },
  );

  test.each(['?', '#', '%', ' ', 'ключ'])('keeps %j in a path that API Gateway has decoded', (text) => {
    const { request } = parseHttpEvent({ ...eventOf(claims, 'GET', '/v1/keys'), rawPath: `/v1/keys/${text}` });
    expect(decodeURIComponent(new URL(request.url).pathname)).toBe(`/v1/keys/${text}`);
  });

  test('of a route without a token has no claims; the management API then refuses the caller', () => {
    const { requestContext, ...event } = eventOf(claims, 'POST', '/v1/sign-up');
    const { authorizer: _, ...open } = requestContext;
    expect(parseHttpEvent({ ...event, requestContext: open }).apiRequest.claims).toBeUndefined();
  });

  test('of an emulator, with null for what is absent, is parsed as without it', () => {
    const { requestContext, ...event } = eventOf(claims, 'POST', '/v1/sign-up');
    const parse = (body: unknown, authorizer: unknown) =>
      parseHttpEvent({ ...event, body, pathParameters: null, requestContext: { ...requestContext, authorizer } })
        .apiRequest;
    const absent = parse(undefined, undefined);
    expect([absent.body.length, absent.claims, absent.token]).toEqual([0, undefined, undefined]);
    expect(parse(null, null)).toEqual(absent);
    expect(parse(null, { jwt: null, lambda: null })).toEqual(absent);
  });

  test('of the token authorizer has its identity and no claims; the management API then checks it', () => {
    const { requestContext, ...event } = eventOf(claims, 'GET', '/v1/keys');
    const other = { ...requestContext, authorizer: { lambda: { tokenId: 'tok_1' } } };
    const { apiRequest } = parseHttpEvent({ ...event, requestContext: other });
    expect([apiRequest.claims, apiRequest.token]).toEqual([undefined, { tokenId: 'tok_1' }]);
  });
});

describe('a response', () => {
  test('becomes the result format of the HTTP API', async () => {
    expect(await toLambdaResult(Response.json({ a: 1 }, { status: 201, headers: { 'X-Request-Id': 'r1' } }))).toEqual({
      statusCode: 201,
      headers: { 'content-type': 'application/json', 'x-request-id': 'r1' },
      body: '{"a":1}',
      isBase64Encoded: false,
    });
  });

  const large = () => Response.json({ points: Array.from({ length: 500 }, (_, index) => ({ at: index, calls: 0 })) });

  test.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8', '*'])(
    'that is large is compressed for %j',
    async (accepted) => {
      const plain = await large().text();
      const { headers, body, isBase64Encoded } = await toLambdaResult(large(), accepted);
      expect([headers?.['content-encoding'], isBase64Encoded]).toEqual(['gzip', true]);
      const bytes = Buffer.from(body ?? '', 'base64');
      expect(gunzipSync(bytes).toString()).toBe(plain);
      expect(bytes.length * 5).toBeLessThan(plain.length);
    },
  );

  test.each([undefined, '', 'br', 'gzip;q=0', 'identity'])(
    'is not compressed for a client that accepts %j',
    async (accepted) => {
      const { headers, body, isBase64Encoded } = await toLambdaResult(large(), accepted);
      expect([headers?.['content-encoding'], isBase64Encoded, body]).toEqual([undefined, false, await large().text()]);
    },
  );

  test('that fits into a packet is not compressed', async () => {
    expect((await toLambdaResult(Response.json({ a: 1 }), 'gzip')).isBase64Encoded).toBe(false);
  });
});
