import {
  APIGatewayProxyEventV2Schema,
  APIGatewayRequestAuthorizerEventV2Schema,
} from '@aws-lambda-powertools/parser/schemas/api-gatewayv2';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Options, type Running, serve } from './test-api.ts';

const clock = () => Date.UTC(2026, 8, 24, 21, 18, 46, 123);
let api: Running;

const start = async (options: Options = {}) => {
  await api?.stop();
  api = await serve({ clock, ...options });
};

beforeEach(() => start());
afterEach(() => api.stop());

/** Sends a request and gives the events it made. */
async function events(head: string, body = '') {
  const length = body ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : '';
  const [line, ...headers] = head.split('\n');
  const lines = [line, 'Host: api.local:8545', 'Connection: close', 'X-API-KEY: key', ...headers].join('\r\n');
  await api.raw(`${lines}\r\n${length}\r\n${body}`);
  const parse = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text));
  return { authorizer: parse(api.events.authorizer[0]), proxy: parse(api.events.proxy[0]) };
}

const full =
  'POST /devnet?a=1&b=x%20y&a=2 HTTP/1.1\nContent-Type: application/json\nCookie: one=1; two=2\nUser-Agent: curl/8';

describe('the proxy’s event', () => {
  test('has all keys in the captured order', async () => {
    await start({
      changes: { Stage: { StageVariables: { colour: 'blue' } }, Devnet: { RouteKey: 'POST /{network}' } },
    });
    const { proxy } = await events(full, '{}');
    expect(Object.keys(proxy)).toEqual([
      'version',
      'routeKey',
      'rawPath',
      'rawQueryString',
      'cookies',
      'headers',
      'queryStringParameters',
      'requestContext',
      'pathParameters',
      'stageVariables',
      'body',
      'isBase64Encoded',
    ]);
    expect(Object.keys(proxy.requestContext)).toEqual([
      'accountId',
      'apiId',
      'authorizer',
      'domainName',
      'domainPrefix',
      'http',
      'requestId',
      'routeKey',
      'stage',
      'time',
      'timeEpoch',
    ]);
    expect(Object.keys(proxy.requestContext.http)).toEqual(['method', 'path', 'protocol', 'sourceIp', 'userAgent']);
    expect(proxy).toMatchObject({
      version: '2.0',
      routeKey: 'POST /{network}',
      pathParameters: { network: 'devnet' },
      stageVariables: { colour: 'blue' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'api123',
        authorizer: { lambda: null },
        domainName: 'api.local',
        domainPrefix: 'api',
        http: { method: 'POST', path: '/devnet', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'curl/8' },
        requestId: expect.stringMatching(/^[\w-]{15}=$/),
        stage: '$default',
      },
    });
  });

  test('omits empty optional keys', async () => {
    const { proxy } = await events('POST / HTTP/1.1\nUser-Agent: x');
    expect(Object.keys(proxy)).toEqual([
      'version',
      'routeKey',
      'rawPath',
      'rawQueryString',
      'headers',
      'requestContext',
      'isBase64Encoded',
    ]);
  });

  test('rawPath and http.path are decoded, rawQueryString is raw', async () => {
    const { proxy } = await events('POST /%64evnet?a=%2F&b=+ HTTP/1.1');
    expect(proxy).toMatchObject({
      rawPath: '/devnet',
      rawQueryString: 'a=%2F&b=+',
      queryStringParameters: { a: '/', b: ' ' },
      requestContext: { http: { path: '/devnet' } },
    });
  });

  test('joins repeated query values and headers by a comma, and moves cookies out of the headers', async () => {
    const { proxy } = await events(
      'POST /?a=1&b=2&a=3 HTTP/1.1\nX-Many: one\nx-many: two\nCookie: a=1; b=2\nCookie: c=3',
    );
    expect(proxy.queryStringParameters).toEqual({ a: '1,3', b: '2' });
    expect(proxy.headers['x-many']).toBe('one,two');
    expect(proxy.cookies).toEqual(['a=1', 'b=2', 'c=3']);
    expect(proxy.headers).not.toHaveProperty('cookie');
  });

  test('has the headers in lower case with those that the gateway adds', async () => {
    const { proxy } = await events(
      'POST / HTTP/1.1\nX-Forwarded-For: 203.0.113.7\nContent-Type: application/json',
      '{}',
    );
    expect(proxy.headers).toEqual({
      'content-length': '2',
      'content-type': 'application/json',
      host: 'api.local:8545',
      'x-amzn-trace-id': expect.stringMatching(`^Root=1-${Math.floor(clock() / 1000).toString(16)}-[0-9a-f]{24}$`),
      'x-api-key': 'key',
      'x-forwarded-for': '203.0.113.7, 127.0.0.1',
      'x-forwarded-port': new URL(api.url).port,
      'x-forwarded-proto': 'http',
    });
  });

  test('has the length of a chunked body', async () => {
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nX-API-KEY: k\r\nConnection: close\r\nContent-Type: text/plain\r\n';
    await api.raw(`${head}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n`);
    const proxy = JSON.parse(api.events.proxy[0] ?? '');
    expect(proxy).toMatchObject({ body: 'abc', headers: { 'content-length': '3' } });
    expect(proxy.headers).not.toHaveProperty('transfer-encoding');
  });

  test.each([
    ['application/json', false],
    ['Application/JSON; charset=utf-8', false],
    ['text/csv', false],
    ['application/xml', false],
    ['application/javascript', false],
    ['application/octet-stream', true],
    ['application/x-www-form-urlencoded', true],
    [undefined, true],
  ])('a body of type %s arrives in base64: %s', async (type, isBase64Encoded) => {
    const { proxy } = await events(`POST / HTTP/1.1${type ? `\nContent-Type: ${type}` : ''}`, 'grüß');
    const body = isBase64Encoded ? Buffer.from('grüß').toString('base64') : 'grüß';
    expect(proxy).toMatchObject({ body, isBase64Encoded });
  });
});

describe('the authorizer’s event', () => {
  test('has the captured keys, no body and no isBase64Encoded', async () => {
    const { authorizer } = await events(full, '{}');
    expect(Object.keys(authorizer)).toEqual([
      'version',
      'type',
      'routeArn',
      'identitySource',
      'routeKey',
      'rawPath',
      'rawQueryString',
      'cookies',
      'headers',
      'queryStringParameters',
      'requestContext',
    ]);
    expect(Object.keys(authorizer.requestContext)).toEqual([
      'accountId',
      'apiId',
      'domainName',
      'domainPrefix',
      'http',
      'requestId',
      'routeKey',
      'stage',
      'time',
      'timeEpoch',
    ]);
    expect(authorizer).toMatchObject({
      version: '2.0',
      type: 'REQUEST',
      routeArn: 'arn:aws:execute-api:us-east-1:000000000000:api123/$default/POST/devnet',
      identitySource: ['key'],
    });
  });

  test('requestId, time and timeEpoch are those of the integration’s event', async () => {
    const { authorizer, proxy } = await events(full, '{}');
    const { requestId, time, timeEpoch } = proxy.requestContext;
    expect(authorizer.requestContext).toMatchObject({ requestId, time, timeEpoch });
    expect([time, timeEpoch]).toEqual(['24/Sep/2026:21:18:46 +0000', clock()]);
    expect(authorizer.headers).toEqual(proxy.headers);
  });
});

test('an independent parser, @aws-lambda-powertools/parser, accepts both events', async () => {
  const { authorizer, proxy } = await events(full, '{}');
  expect(APIGatewayRequestAuthorizerEventV2Schema.parse(authorizer)).toEqual(authorizer);
  expect(APIGatewayProxyEventV2Schema.parse(proxy)).toEqual(proxy);
});
