import { expect, test } from '@jest/globals';
import { outcomeOf, outcomes } from '../../src/records/outcome.ts';

test('the outcomes are those of the tallies and the history', () => {
  expect(outcomes).toEqual([
    'ok',
    'rpc_error',
    'invalid_request',
    'response_too_large',
    'call_too_slow',
    'rate_limited',
    'quota_exceeded',
    'key_revoked',
    'key_expired',
    'plan_inactive',
    'upstream_error',
    'upstream_timeout',
    'internal_error',
  ]);
});

test.each([
  ['parse_error', 'invalid_request'],
  ['invalid_request', 'invalid_request'],
  ['batch_too_large', 'invalid_request'],
  ['unsupported_media_type', 'invalid_request'],
  ['rate_limited', 'rate_limited'],
  ['quota_exceeded', 'quota_exceeded'],
  ['upstream_unavailable', 'upstream_error'],
  ['upstream_timeout', 'upstream_timeout'],
  ['response_too_large', 'response_too_large'],
  ['call_too_slow', 'call_too_slow'],
  ['nodes_at_limit', 'upstream_error'],
  ['limits_unavailable', 'internal_error'],
  ['internal_error', 'internal_error'],
] as const)('a request that ended by %s is counted as %s', (reason, outcome) =>
  expect(outcomeOf(reason)).toBe(outcome),
);
