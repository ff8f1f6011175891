import { expect, test } from '@jest/globals';
import { InternalError, LimitError } from '../../src/gateway-errors.ts';
import { type RequestResult, toProxyAnswer } from '../../src/json-rpc/request-result.ts';

const limits = { callsPerSecond: 10, callsPerDay: 50_000 };
const relayed: RequestResult = {
  status: 200,
  contentType: 'application/json',
  contentEncoding: undefined,
  payload: { body: '{}', base64: false },
  calls: [],
};
const at = Date.UTC(2026, 10, 20, 23, 59, 58, 500);
const limitStatus = { at, limits, secondRemaining: 9, dayRemaining: 49_999 };

test('every answer carries its id, the limits, and what is left of them', () => {
  expect(toProxyAnswer(relayed, 'R1', limits, limitStatus, undefined)).toEqual({
    status: 200,
    headers: {
      'Content-Type': 'application/json',
      'X-Request-Id': 'R1',
      'RateLimit-Policy': '"second";q=10;w=1, "day";q=50000;w=86400',
      RateLimit: '"second";r=9;t=1, "day";r=49999;t=2',
      'X-RateLimit-Limit': '10',
      'X-RateLimit-Remaining': '9',
      'X-RateLimit-Reset': String(Date.UTC(2026, 10, 20, 23, 59, 59) / 1_000),
    },
    body: '{}',
    base64: false,
  });
});

test('a compressed answer says so', () => {
  const answer = toProxyAnswer(
    { ...relayed, contentEncoding: 'gzip', payload: { body: 'H4s=', base64: true } },
    'R1',
    limits,
    limitStatus,
    undefined,
  );
  expect(answer).toMatchObject({ headers: { 'Content-Encoding': 'gzip' }, body: 'H4s=', base64: true });
});

test('a refusal by a limit says when to come back', () => {
  const facts = { limit: 10, remaining: 0, retryAfterSeconds: 7, resetAt: '2026-11-21T00:00:00.000Z' };
  const refused = new LimitError('quota_exceeded', 'words', facts);
  expect(toProxyAnswer(relayed, 'R1', limits, limitStatus, refused).headers).toMatchObject({ 'Retry-After': '7' });
});

test('where nobody knows what is left, the answer says nothing of it, but still states the limits', () => {
  const { headers } = toProxyAnswer(relayed, 'R1', limits, undefined, new InternalError('words'));
  expect(Object.keys(headers)).toEqual(['Content-Type', 'X-Request-Id', 'RateLimit-Policy']);
});
