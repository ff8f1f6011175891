import * as v from 'valibot';
import { historySearch } from '../history/history-search.ts';

const { from, to } = historySearch.entries;
const choice = <const Values extends readonly string[]>(values: Values) =>
  v.fallback(v.optional(v.picklist(values)), undefined);

const splits = ['key', 'method', 'network'] as const;

/** The search parameters of the page. */
export const usageSearch = v.object({
  /** What the page shows: the latency and the size of requests; default: calls over time. */
  view: choice(['requests']),
  range: choice(['hour', 'day', 'week', 'month', 'quarter', 'custom']),
  /** For a custom range, ISO 8601; without `to` it ends now. */
  from,
  to,
  span: choice(['minute', 'hour', 'day']),
  /** The id of a key; default: all keys. */
  key: v.fallback(v.optional(v.string()), undefined),
  /** Default: all networks. */
  network: v.fallback(v.optional(v.string()), undefined),
  /** Only requests with a call of this method; in the view of requests. */
  method: historySearch.entries.method,
  /** Compares with the period before. */
  compare: choice(['before']),
  /** Splits the latency chart into lines of one percentile. */
  split: choice(['network', 'key']),
  percentile: choice(['p50', 'p95', 'p99']),
  /** Splits the chart of calls; default: by outcome. */
  callsBy: choice(splits),
  /** Splits the chart of errors; default: all together. */
  errorsBy: choice(splits),
  /** Errors as numbers of calls; default: as shares of all calls. */
  errorsAs: choice(['number']),
  /** The table has the figures of a split chart; default: the calls by outcome. */
  table: choice(['calls', 'errors']),
  /** The page of the table of points, from 1. */
  page: v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined),
});

export type UsageSearch = v.InferOutput<typeof usageSearch>;
