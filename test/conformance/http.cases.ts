import { expect, test } from '@jest/globals';
import { call, post, send } from '../support/rpc.ts';
import { expectOwnAnswer } from './authentication.cases.ts';
import type { Target } from './target.ts';

const exposed = [
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];

export function httpCases(target: () => Target): void {
  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])('%s gets 404', async (method) => {
    const headers = { 'X-API-KEY': await target().key() };
    expectOwnAnswer(await send(target().endpoint('devnet'), { method, headers }), 404, 'Not Found');
  });

  test.each(['/', '/x', 'x'])('a path that is no endpoint gets 404: /devnet%s', async (suffix) => {
    const url = `${target().endpoint('devnet')}${suffix}`;
    expectOwnAnswer(await post(url, await target().key(), call('getHealth')), 404, 'Not Found');
  });

  test('a web page may call: the preflight allows both headers, and the answer exposes the limits', async () => {
    const origin = 'https://app.example';
    const preflight = await send(target().endpoint('devnet'), {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-api-key',
      },
    });
    expect(Math.floor(preflight.status / 100)).toBe(2);
    expect(preflight.headers['access-control-allow-origin']).toBe('*');
    expect(preflight.headers['access-control-allow-methods']).toContain('POST');
    expect(preflight.headers['access-control-allow-headers']).toContain('x-api-key');
    const answer = await post(target().endpoint('devnet'), await target().key(), call('getHealth'), { Origin: origin });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    const names = answer.headers['access-control-expose-headers']?.split(',').map((name) => name.trim().toLowerCase());
    expect(names?.toSorted()).toEqual(exposed.map((name) => name.toLowerCase()));
  });

  test('a body of 7 MB, more than Lambda allows, gets 413', async () => {
    const body = call('getHealth', 'x'.repeat(7 * 1_048_576));
    const answer = await post(target().endpoint('devnet'), await target().key(), body);
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toEqual({ message: 'Request Entity Too Large' });
  });

  test('a body of over 10 MB gets 413', async () => {
    const body = call('getHealth', 'x'.repeat(10 * 1_048_576));
    const answer = await post(target().endpoint('devnet'), await target().key(), body);
    expect(answer.status).toBe(413);
  });
}
