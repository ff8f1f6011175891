import type { Endpoint, Usage } from '../../api/api.ts';
import { errorCodeView } from '../../format/error-code-view.ts';
import { occurredOutcomes, outcomeView } from '../../format/outcomes.ts';
import { type HistoryFilter, otherCodes } from '../history/history-search.ts';
import { ofOutcome } from './requests-of.ts';

/** The calls of a range with an outcome or an error code. */
export type CountRow = {
  readonly id: string;
  readonly calls: number;
  readonly callsBefore?: number | undefined;
  /** What limits History to these calls. */
  readonly filter: Partial<HistoryFilter>;
};

export type OutcomeRow = CountRow & ReturnType<typeof outcomeView>;

/** A row per outcome that occurred, in display order. */
export function outcomeRows({ outcomes }: Usage['total'], before?: Usage['total']): OutcomeRow[] {
  return occurredOutcomes({ ...before?.outcomes, ...outcomes }).map((outcome) => ({
    id: outcome,
    ...outcomeView(outcome),
    calls: outcomes[outcome] ?? 0,
    callsBefore: before && (before.outcomes[outcome] ?? 0),
    filter: ofOutcome(outcome),
  }));
}

export type ErrorCodeRow = CountRow &
  ReturnType<typeof errorCodeView> & { readonly network: string; readonly code: string };

/** A row per network and error code, most calls first: the same code may mean something else on another chain. */
export function errorCodeRows(
  { byNetwork }: Pick<Usage, 'byNetwork'>,
  endpoints: readonly Endpoint[],
  before?: Pick<Usage, 'byNetwork'>,
): ErrorCodeRow[] {
  const chainOf = (name: string) => endpoints.find(({ network }) => network === name)?.chain;
  const rows = Object.entries(byNetwork).flatMap(([network, { rpcErrorCodes }]) =>
    Object.entries(rpcErrorCodes).map(([code, calls]) => ({
      id: `${network} ${code}`,
      network,
      code,
      ...errorCodeView(chainOf(network), code),
      calls,
      callsBefore: before && (before.byNetwork[network]?.rpcErrorCodes[code] ?? 0),
      filter: { network, outcome: 'rpc_error', errorCode: code === otherCodes ? otherCodes : Number(code) } as const,
    })),
  );
  return rows.toSorted((one, other) => other.calls - one.calls || one.id.localeCompare(other.id));
}
