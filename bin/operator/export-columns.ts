import type { ActivityView } from '../../lambda/control-plane/schemas/activity-schema.ts';
import type { KeyView } from '../../lambda/control-plane/schemas/key-schema.ts';
import type { RequestView } from '../../lambda/control-plane/schemas/request-schema.ts';
import type { UsageView } from '../../lambda/control-plane/schemas/usage-schema.ts';
import type { PaymentView } from './account-billing.ts';

/** The columns of a CSV file, each with its value in a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

// The same as in the archives that customers make in the dashboard (dashboard/pages/account/export/export-tables.ts,
// dashboard/export/request-columns.ts).

export const keyColumns: Columns<KeyView> = {
  key_id: ({ keyId }) => keyId,
  name: ({ name }) => name,
  state: ({ state }) => state,
  created_at: ({ createdAt }) => createdAt,
  last_used_at: ({ lastUsedAt }) => lastUsedAt,
};

export const usageColumns: Columns<UsageView['points'][number]> = {
  day: ({ at }) => at.slice(0, 'YYYY-MM-DD'.length),
  calls: ({ calls }) => calls,
  errors: ({ errors }) => errors,
  p50_ms: ({ latency }) => latency?.p50 ?? null,
  p95_ms: ({ latency }) => latency?.p95 ?? null,
  p99_ms: ({ latency }) => latency?.p99 ?? null,
};

export const requestColumns: Columns<RequestView> = {
  request_id: ({ requestId }) => requestId,
  at: ({ at }) => at,
  key_id: ({ keyId }) => keyId,
  network: ({ network }) => network,
  methods: ({ calls }) => [...new Set(calls.map(({ method }) => method ?? ''))].join(' ').trim(),
  calls: ({ calls }) => calls.reduce((sum, { count }) => sum + count, 0),
  outcome: ({ outcome }) => outcome,
  error_codes: ({ calls }) => errorCodes(calls),
  http_status: ({ status }) => status,
  requests: ({ count }) => count,
  duration_ms: ({ durationMs }) => durationMs,
  upstream_ms: ({ upstreamMs }) => upstreamMs,
  request_bytes: ({ requestBytes }) => requestBytes,
  response_bytes: ({ responseBytes }) => responseBytes,
};

/** A single code stays a number: as text, a negative one would get the apostrophe of formulas. */
function errorCodes(calls: RequestView['calls']): string | number {
  const [first, ...others] = new Set(calls.flatMap(({ errorCode }) => errorCode ?? []));
  return first === undefined ? '' : others.length === 0 ? first : [first, ...others].join(' ');
}

export const activityColumns: Columns<ActivityView> = {
  at: ({ at }) => at,
  by: ({ by }) => by,
  action: ({ action }) => action,
  key_id: ({ keyId }) => keyId,
  key_name: ({ keyName }) => keyName,
  address: ({ address }) => address,
  client: ({ client }) => client,
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
};

/** Only in the operator's archive. */
export const paymentColumns: Columns<PaymentView> = {
  at: ({ at }) => at,
  charge_id: ({ chargeId }) => chargeId,
  amount: ({ amount }) => amount,
  refunded: ({ refunded }) => refunded,
  currency: ({ currency }) => currency,
  disputed: ({ disputed }) => String(disputed),
};
