import type { Columns } from './csv.ts';
import { type Outcome, outcomes } from './records/outcome.ts';

// The one list of columns of each table, for the management API, the dashboard's exports and the operator's archive. The
// rows are those of the management API. New columns go to the end: programs may read cells by their position.

type Calls = readonly {
  readonly method: string | null;
  readonly errorCode: number | null;
  readonly count: number;
}[];

export type RequestRow = {
  readonly requestId: string;
  readonly keyId: string;
  readonly at: string;
  readonly network: string;
  readonly outcome: string;
  readonly status: number;
  readonly count: number;
  readonly calls: Calls;
  readonly durationMs: number;
  readonly upstreamMs: number | null;
  readonly requestBytes: number;
  readonly responseBytes: number;
};

/** `methods` and `errorCodes` list those of the request's calls, each once. */
export const requestColumns: Columns<RequestRow> = {
  requestId: ({ requestId }) => requestId,
  keyId: ({ keyId }) => keyId,
  at: ({ at }) => at,
  network: ({ network }) => network,
  outcome: ({ outcome }) => outcome,
  status: ({ status }) => status,
  count: ({ count }) => count,
  calls: ({ calls }) => calls.reduce((sum, { count }) => sum + count, 0),
  methods: ({ calls }) => listed(calls.map(({ method }) => method)),
  errorCodes: ({ calls }) => listed(calls.map(({ errorCode }) => errorCode)),
  durationMs: ({ durationMs }) => durationMs,
  upstreamMs: ({ upstreamMs }) => upstreamMs,
  requestBytes: ({ requestBytes }) => requestBytes,
  responseBytes: ({ responseBytes }) => responseBytes,
};

/** A single code stays a number: as text, a negative one would get the apostrophe of formulas. */
function listed(values: readonly (string | number | null)[]): string | number {
  const different = [...new Set(values.filter((value) => value !== null))];
  return different.length === 1 ? (different[0] ?? '') : different.join(' ');
}

type Figures = {
  readonly calls: number;
  readonly errors: number;
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number } | null;
  readonly outcomes: Readonly<Record<string, number>>;
};

const outcomeColumn = (outcome: Outcome) => [outcome, (row: Figures) => row.outcomes[outcome] ?? 0] as const;

const figureColumns: Columns<Figures> = {
  calls: ({ calls }) => calls,
  errors: ({ errors }) => errors,
  p50Ms: ({ latency }) => latency?.p50,
  p95Ms: ({ latency }) => latency?.p95,
  p99Ms: ({ latency }) => latency?.p99,
  ...Object.fromEntries(outcomes.map(outcomeColumn)),
};

/** Usage over time: one row for each span. */
export const usageColumns: Columns<Figures & { readonly at: string }> = { at: ({ at }) => at, ...figureColumns };

export const keyUsageColumns: Columns<
  Figures & { readonly keyId: string; readonly name: string; readonly state: string }
> = {
  keyId: ({ keyId }) => keyId,
  name: ({ name }) => name,
  state: ({ state }) => state,
  ...figureColumns,
};

/** Usage by network; only in the dashboard. */
export const networkUsageColumns: Columns<Figures & { readonly network: string }> = {
  network: ({ network }) => network,
  ...figureColumns,
};

type MethodFigures = Omit<Figures, 'latency'> & { readonly method: string; readonly meanLatency: number | null };

/** Usage by method; only in the dashboard. */
export const methodUsageColumns: Columns<MethodFigures> = {
  method: ({ method }) => method,
  calls: ({ calls }) => calls,
  errors: ({ errors }) => errors,
  meanMs: ({ meanLatency }) => meanLatency,
  ...Object.fromEntries(outcomes.map((outcome) => [outcome, (row: MethodFigures) => row.outcomes[outcome] ?? 0])),
};

type KeyRow = {
  readonly keyId: string;
  readonly name: string;
  readonly state: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
};

export const keyColumns: Columns<KeyRow> = {
  keyId: ({ keyId }) => keyId,
  name: ({ name }) => name,
  state: ({ state }) => state,
  createdAt: ({ createdAt }) => createdAt,
  lastUsedAt: ({ lastUsedAt }) => lastUsedAt,
};

type ActivityRow = {
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly address: string | null;
  readonly client: string | null;
  readonly before: object | null;
  readonly after: object | null;
};

export const activityColumns: Columns<ActivityRow> = {
  at: ({ at }) => at,
  by: ({ by }) => by,
  action: ({ action }) => action,
  keyId: ({ keyId }) => keyId,
  keyName: ({ keyName }) => keyName,
  address: ({ address }) => address,
  client: ({ client }) => client,
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
};

type PaymentRow = {
  readonly at: string;
  readonly chargeId: string;
  readonly amount: number;
  readonly refunded: number;
  readonly currency: string;
  readonly disputed: boolean;
};

/** Amounts are in the currency's smallest unit. Only in the operator's archive. */
export const paymentColumns: Columns<PaymentRow> = {
  at: ({ at }) => at,
  chargeId: ({ chargeId }) => chargeId,
  amount: ({ amount }) => amount,
  refunded: ({ refunded }) => refunded,
  currency: ({ currency }) => currency,
  disputed: ({ disputed }) => String(disputed),
};
