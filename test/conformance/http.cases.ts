import { expect, test } from '@jest/globals';
import { call, post, type RpcAnswer, send } from '../support/rpc.ts';
import type { Target } from './deployed-target.ts';

const exposed = [
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Server-Timing',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];

const expectNotFound = ({ status, body }: RpcAnswer) =>
  expect([status, body]).toEqual([404, '{"message":"Not Found"}']);

export function httpCases(target: () => Target): void {
  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s gets 404', async (method) => {
    const headers = { 'X-API-KEY': await target().key() };
    expectNotFound(await send(target().endpoint('devnet'), { method, headers }));
  });

  test.each(['//', '/x', 'x'])('a path that is no endpoint gets 404: /devnet%s', async (suffix) => {
    const url = `${target().endpoint('devnet')}${suffix}`;
    expectNotFound(await post(url, await target().key(), call('getHealth')));
  });

  test('a web page may call: the preflight allows the headers of clients, and the answer exposes the limits and timing', async () => {
    const origin = 'https://app.example';
    const preflight = await send(target().endpoint('devnet'), {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,solana-client,traceparent,x-api-key',
      },
    });
    expect(Math.floor(preflight.status / 100)).toBe(2);
    expect(preflight.headers['access-control-allow-origin']).toBe('*');
    expect(preflight.headers['access-control-allow-methods']).toContain('POST');
    const allowed = preflight.headers['access-control-allow-headers']?.split(',').map((name) => name.trim());
    expect(allowed).toEqual(expect.arrayContaining(['content-type', 'solana-client', 'traceparent', 'x-api-key']));
    const answer = await post(target().endpoint('devnet'), await target().key(), call('getHealth'), { Origin: origin });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    const names = answer.headers['access-control-expose-headers']?.split(',').map((name) => name.trim().toLowerCase());
    expect(names?.toSorted()).toEqual(exposed.map((name) => name.toLowerCase()));
    expect(answer.headers['server-timing']).toMatch(/^gateway;dur=\d+, node;dur=\d+$/);
  });
}
