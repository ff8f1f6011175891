import type { Columns } from '../../csv.ts';
import { type Outcome, outcomes } from '../../records/outcome.ts';

// The one list of columns of each table but the history's (src/management-api/schemas/request-schema.ts), for the management
// API, the dashboard's exports and the operator's archive. The rows are those of the management API. New columns go to the
// end: programs may read cells by their position.

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

export const usageColumns: Columns<Figures & { readonly at: string }> = { at: ({ at }) => at, ...figureColumns };

export const keyUsageColumns: Columns<
  Figures & { readonly keyId: string; readonly name: string; readonly state: string }
> = {
  keyId: ({ keyId }) => keyId,
  name: ({ name }) => name,
  state: ({ state }) => state,
  ...figureColumns,
};

type SplitRow = {
  readonly at: string;
  readonly id: string | undefined;
  readonly name: string;
  readonly calls: number;
  readonly errors: number;
};

/** Usage over time by key, method or network. */
export const splitUsageColumns: Columns<SplitRow> = {
  at: ({ at }) => at,
  id: ({ id }) => id,
  name: ({ name }) => name,
  calls: ({ calls }) => calls,
  errors: ({ errors }) => errors,
};

type SplitCounts = { readonly calls: readonly number[]; readonly errors: readonly number[] };

/** A row per time and part. The row of all others has no id. */
export function splitUsageRows({
  at,
  parts,
  others,
}: {
  readonly at: readonly string[];
  readonly parts: readonly (SplitCounts & { readonly id: string; readonly name: string })[];
  readonly others: SplitCounts | null;
}): SplitRow[] {
  const all = [...parts, ...(others ? [{ ...others, id: undefined, name: 'others' }] : [])];
  return at.flatMap((time, index) =>
    all.map(({ id, name, calls, errors }) => ({
      at: time,
      id,
      name,
      calls: calls[index] ?? 0,
      errors: errors[index] ?? 0,
    })),
  );
}

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
  readonly tokenId: string | null;
  readonly tokenName: string | null;
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
  tokenId: ({ tokenId }) => tokenId,
  tokenName: ({ tokenName }) => tokenName,
};

type TokenRow = {
  readonly tokenId: string;
  readonly name: string;
  readonly state: string;
  readonly permissions: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
};

export const tokenColumns: Columns<TokenRow> = {
  tokenId: ({ tokenId }) => tokenId,
  name: ({ name }) => name,
  state: ({ state }) => state,
  permissions: ({ permissions }) => permissions.join(' '),
  createdAt: ({ createdAt }) => createdAt,
  expiresAt: ({ expiresAt }) => expiresAt,
  lastUsedAt: ({ lastUsedAt }) => lastUsedAt,
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
