import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { limitHeadersOf, limitWindows } from '../../../../../dashboard/pages/endpoints/tester/limit-headers.ts';
import { limitStatusHeaders, policyHeader } from '../../../../../src/json-rpc/limit-headers.ts';

const headers = (fields: Record<string, string>) => new Headers(fields);

describe('the windows of the limits', () => {
  test('are those that the gateway writes into its headers', () => {
    const limits = fc.record({
      callsPerSecond: fc.integer({ min: 1, max: 2_000 }),
      callsPerDay: fc.integer({ min: 1, max: 5e7 }),
    });
    fc.assert(
      fc.property(limits, fc.nat(2_000), fc.nat(5e7), fc.nat(4e12), (limit, secondRemaining, dayRemaining, at) => {
        const status = { at, limits: limit, secondRemaining, dayRemaining };
        expect(limitWindows(headers({ ...policyHeader(limit), ...limitStatusHeaders(status) }))).toEqual([
          { name: 'second', limit: limit.callsPerSecond, remaining: secondRemaining, resetsIn: expect.any(Number) },
          { name: 'day', limit: limit.callsPerDay, remaining: dayRemaining, resetsIn: expect.any(Number) },
        ]);
      }),
    );
  });

  test('have the seconds until they reset', () => {
    const found = limitWindows(
      headers({
        RateLimit: '"second";r=9;t=1, "day";r=49999;t=4321',
        'RateLimit-Policy': '"second";q=10;w=1, "day";q=50000;w=86400',
      }),
    );
    expect(found.map(({ resetsIn }) => resetsIn)).toEqual([1, 4_321]);
  });

  test.each([
    [{}],
    [{ RateLimit: '"second";r=9;t=1' }],
    [{ RateLimit: '"second";r=9;t=1', 'RateLimit-Policy': '"day";q=5;w=1' }],
    [{ RateLimit: '"second";r=9', 'RateLimit-Policy': '"second";q=10' }],
    [{ RateLimit: 'limit=10, remaining=9, reset=1', 'RateLimit-Policy': '10;w=1' }],
    [{ RateLimit: '"second";r=x;t=1', 'RateLimit-Policy': '"second";q=10' }],
  ])('are none where the headers are %j', (fields) => {
    expect(limitWindows(headers(fields))).toEqual([]);
  });

  test('never fail for any header', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const get = (name: string) => (name === 'RateLimit' ? one : other);
        expect(Array.isArray(limitWindows({ get }))).toBe(true);
      }),
    );
  });
});

test('only the known headers of a response are listed', () => {
  const found = limitHeadersOf(
    headers({ 'x-request-id': '01K9', 'retry-after': '1', 'content-type': 'application/json' }),
  );
  expect(found).toEqual([
    ['Retry-After', '1'],
    ['X-Request-Id', '01K9'],
  ]);
});
