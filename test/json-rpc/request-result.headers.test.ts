import { expect, test } from '@jest/globals';
import { InternalError, LimitError } from '../../src/gateway-errors.ts';
import { type RequestResult, toProxyAnswer } from '../../src/json-rpc/request-result.ts';

const limits = { callsPerSecond: 10, callsPerDay: 50_000 };
const result: RequestResult = {
  status: 200,
  contentType: 'application/json',
  contentEncoding: undefined,
  payload: { body: '{}', base64: false },
  calls: [],
};
const at = Date.UTC(2026, 10, 20, 23, 59, 58, 500);
const limitStatus = { at, limits, secondRemaining: 9, dayRemaining: 49_999 };

test('every answer has its id, the limits, and the remaining calls', () => {
  expect(toProxyAnswer({ result, limitStatus }, 'R1', limits)).toEqual({
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

test('a compressed answer has Content-Encoding', () => {
  const compressed = { ...result, contentEncoding: 'gzip', payload: { body: 'H4s=', base64: true } };
  const answer = toProxyAnswer({ result: compressed, limitStatus }, 'R1', limits);
  expect(answer).toMatchObject({ headers: { 'Content-Encoding': 'gzip' }, body: 'H4s=', base64: true });
});

test('a refusal by a limit has Retry-After', () => {
  const facts = { limit: 10, remaining: 0, retryAfterSeconds: 7, resetsAt: '2026-11-21T00:00:00.000Z' };
  const error = new LimitError('quota_exceeded', 'words', facts);
  expect(toProxyAnswer({ result, limitStatus, error }, 'R1', limits).headers).toMatchObject({ 'Retry-After': '7' });
});

test('without a limit status, the answer still has the limits', () => {
  const { headers } = toProxyAnswer({ result, error: new InternalError('words') }, 'R1', limits);
  expect(Object.keys(headers)).toEqual(['Content-Type', 'X-Request-Id', 'RateLimit-Policy']);
});
