import type { ErrorReason } from '../runtime/gateway-errors.ts';

/** All except `ok` count as errors in the key's metrics. */
export const outcomes = [
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
] as const;

export type Outcome = (typeof outcomes)[number];

const byReason: Readonly<Record<ErrorReason, Outcome>> = {
  parse_error: 'invalid_request',
  invalid_request: 'invalid_request',
  batch_too_large: 'invalid_request',
  unsupported_media_type: 'invalid_request',
  rate_limited: 'rate_limited',
  quota_exceeded: 'quota_exceeded',
  upstream_unavailable: 'upstream_error',
  upstream_timeout: 'upstream_timeout',
  call_too_slow: 'call_too_slow',
  nodes_at_limit: 'upstream_error',
  response_too_large: 'response_too_large',
  method_unsupported: 'rpc_error',
  method_not_served: 'rpc_error',
  limits_unavailable: 'internal_error',
  internal_error: 'internal_error',
};

export const outcomeOf = (reason: ErrorReason): Outcome => byReason[reason];
