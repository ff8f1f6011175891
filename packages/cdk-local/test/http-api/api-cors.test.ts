import { afterEach, describe, expect, test } from '@jest/globals';
import { type Options, type Running, serve } from './test-api.ts';

const cors = {
  AllowOrigins: ['*'],
  AllowMethods: ['POST'],
  AllowHeaders: ['content-type', 'x-api-key'],
  ExposeHeaders: ['X-Request-Id', 'Retry-After'],
  MaxAge: 86_400,
};

let api: Running;
const start = async (CorsConfiguration?: Record<string, unknown>, options: Options = {}) => {
  api = await serve({ ...options, changes: { Api: { CorsConfiguration }, ...options.changes } });
  return api;
};
afterEach(() => api.stop());

const preflight = (path: string, headers: Record<string, string> = {}) =>
  fetch(api.url + path, {
    method: 'OPTIONS',
    headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST', ...headers },
  });
const corsOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-')));
const from = (origin: string) => ({ headers: { 'X-API-KEY': 'k', Origin: origin } });

describe('a preflight', () => {
  test('is answered by the gateway itself, without authorizer and function', async () => {
    const { events } = await start(cors);
    const answer = await preflight('/devnet');
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(corsOf(answer)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type,x-api-key',
      'access-control-expose-headers': 'X-Request-Id,Retry-After',
      'access-control-max-age': '86400',
    });
    expect(events).toEqual({ authorizer: [], proxy: [] });
  });

  test('from an origin that is not allowed gets no permission', async () => {
    await start({ ...cors, AllowOrigins: ['https://other.example'] });
    expect(corsOf(await preflight('/'))).toEqual({});
  });

  test('goes to a route that matches it', async () => {
    const { events } = await start(cors, { changes: { Root: { RouteKey: 'ANY /' } } });
    expect((await preflight('/', { 'X-API-KEY': 'k' })).status).toBe(200);
    expect(events.proxy).toHaveLength(1);
    expect((await preflight('/')).status).toBe(401);
  });

  test('without CORS configured has no route', async () => {
    await start();
    expect((await preflight('/')).status).toBe(404);
  });
});

describe('other answers', () => {
  const proxy = () => ({
    statusCode: 200,
    headers: { 'Access-Control-Allow-Origin': 'https://mine', 'access-control-max-age': '1' },
  });

  test('the gateway overrides the integration’s CORS headers', async () => {
    const { post } = await start(cors, { proxy });
    expect(corsOf(await post('/', from('https://app.example')))).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'X-Request-Id,Retry-After',
    });
  });

  test('without CORS configured the integration’s headers stay', async () => {
    const { post } = await start(undefined, { proxy });
    expect(corsOf(await post('/'))).toEqual({
      'access-control-allow-origin': 'https://mine',
      'access-control-max-age': '1',
    });
  });

  test.each([
    ['https://app.example', 'https://app.example'],
    ['https://any.example', undefined],
  ])('a list of origins: %s is allowed as %s', async (origin, allowed) => {
    const { post } = await start({ AllowOrigins: ['https://app.example'] });
    const answer = corsOf(await post('/', from(origin)));
    expect(answer['access-control-allow-origin']).toBe(allowed);
  });

  test('a request without an origin gets none', async () => {
    const { post } = await start(cors);
    expect(corsOf(await post('/'))).toEqual({});
  });

  test('the gateway’s own refusals can be read by a page', async () => {
    const { post } = await start(cors, { authorizer: () => ({ isAuthorized: false }) });
    const answer = await post('/', from('https://app.example'));
    expect([answer.status, corsOf(answer)['access-control-allow-origin']]).toEqual([403, '*']);
  });
});
