import { expect, test } from '@jest/globals';
import { toProxyAnswer } from '../../src/json-rpc/proxy-answer.ts';
import type { RequestResult } from '../../src/json-rpc/request-result.ts';
import { InternalError, LimitError } from '../../src/runtime/gateway-errors.ts';

const limits = { callsPerSecond: 10, callsPerDay: 50_000 };
const result: RequestResult = {
  status: 200,
  contentType: 'application/json',
  contentEncoding: undefined,
  payload: { body: '{}', base64: false },
  calls: [],
};
const request = { requestId: 'R1', durationMs: 3 };
const at = Date.UTC(2026, 10, 20, 23, 59, 58, 500);
const limitStatus = { at, limits, secondRemaining: 9, dayRemaining: 49_999 };

test('every answer has its id, the gateway’s time, the limits, and the remaining calls', () => {
  expect(toProxyAnswer({ result, limitStatus }, request, limits)).toEqual({
    status: 200,
    headers: {
      'Content-Type': 'application/json',
      'X-Request-Id': 'R1',
      'Server-Timing': 'gateway;dur=3',
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
  const answer = toProxyAnswer({ result: compressed, limitStatus }, request, limits);
  expect(answer).toMatchObject({ headers: { 'Content-Encoding': 'gzip' }, body: 'H4s=', base64: true });
});

test('a refusal by the limit per second has Retry-After, and one by the quota has not: clients would wait for hours', () => {
  const facts = { limit: 10, remaining: 0, retryAfterSeconds: 7, resetsAt: '2026-11-21T00:00:00.000Z' };
  const headersOf = (reason: 'rate_limited' | 'quota_exceeded') =>
    toProxyAnswer({ result, limitStatus, error: new LimitError(reason, 'words', facts) }, request, limits).headers;
  expect(headersOf('rate_limited')).toMatchObject({ 'Retry-After': '7' });
  expect(headersOf('quota_exceeded')).not.toHaveProperty('Retry-After');
});

test('without a limit status, the answer still has the limits', () => {
  const { headers } = toProxyAnswer({ result, error: new InternalError('words') }, request, limits);
  expect(Object.keys(headers)).toEqual(['Content-Type', 'X-Request-Id', 'Server-Timing', 'RateLimit-Policy']);
});

test.each([
  { what: 'no node was asked', durationMs: 12, upstreamMs: undefined, header: 'gateway;dur=12' },
  { what: 'a node was asked', durationMs: 12, upstreamMs: 9, header: 'gateway;dur=3, node;dur=9' },
  { what: 'the node answered at once', durationMs: 12, upstreamMs: 0, header: 'gateway;dur=12, node;dur=0' },
  { what: 'the clock was set back', durationMs: -2_000, upstreamMs: 9, header: 'gateway;dur=0, node;dur=9' },
])('Server-Timing if $what: $header', ({ durationMs, upstreamMs, header }) => {
  const handled = { result, limitStatus, ...(upstreamMs !== undefined && { upstreamMs }) };
  const answer = toProxyAnswer(handled, { requestId: 'R1', durationMs }, limits);
  expect(answer.headers['Server-Timing']).toBe(header);
});
