import type { Activity } from '../../../api/activity.ts';
import type { Key, RecordedRequest, Usage } from '../../../api/api.ts';
import type { CsvCell } from '../../../format/csv.ts';

/** The columns of a CSV file, each with its value in a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

export const keyColumns: Columns<Key> = {
  key_id: ({ keyId }) => keyId,
  name: ({ name }) => name,
  state: ({ state }) => state,
  created_at: ({ createdAt }) => createdAt,
  last_used_at: ({ lastUsedAt }) => lastUsedAt,
};

export const usageColumns: Columns<Usage['points'][number]> = {
  day: ({ at }) => at.slice(0, 'YYYY-MM-DD'.length),
  calls: ({ calls }) => calls,
  errors: ({ errors }) => errors,
  p50_ms: ({ latency }) => latency?.p50,
  p95_ms: ({ latency }) => latency?.p95,
  p99_ms: ({ latency }) => latency?.p99,
};

export const requestColumns: Columns<RecordedRequest> = {
  request_id: ({ requestId }) => requestId,
  at: ({ at }) => at,
  key_id: ({ keyId }) => keyId,
  network: ({ network }) => network,
  methods: ({ calls }) => [...new Set(calls.map(({ method }) => method ?? ''))].join(' ').trim(),
  calls: ({ calls }) => calls.reduce((sum, { count }) => sum + count, 0),
  outcome: ({ outcome }) => outcome,
  http_status: ({ status }) => status,
  requests: ({ count }) => count,
  duration_ms: ({ durationMs }) => durationMs,
  upstream_ms: ({ upstreamMs }) => upstreamMs,
  request_bytes: ({ requestBytes }) => requestBytes,
  response_bytes: ({ responseBytes }) => responseBytes,
};

export const activityColumns: Columns<Activity> = {
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
