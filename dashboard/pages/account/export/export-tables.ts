import type { Activity } from '../../../api/activity.ts';
import type { Key, Usage } from '../../../api/api.ts';
import type { Columns } from '../../../export/request-columns.ts';

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
