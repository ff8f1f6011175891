import * as v from 'valibot';
import type { NetworkStatus, UsageFigures } from '../../api/api.ts';
import { errorCodeView } from '../../format/error-codes.ts';
import { occurredOutcomes, outcomeView } from '../../format/outcomes.ts';
import { type HistorySearch, historySearch } from '../history/history-search.ts';

/** Calls that did not succeed for the same reason. */
export type ErrorCause = {
  readonly id: string;
  readonly label: string;
  readonly meaning: string;
  readonly tone: 'good' | 'caution' | 'bad' | 'neutral';
  readonly count: number;
  /** What limits the history to these calls. */
  readonly search: Pick<HistorySearch, 'outcome' | 'errorCode'>;
};

/**
 * The causes of the calls that did not succeed, most calls first: one per outcome, and for errors of a node one per code.
 * @param chain the chain of the calls; undefined if there are several, or it is not known
 */
export function errorCauses(total: Pick<UsageFigures, 'outcomes' | 'rpcErrorCodes'>, chain?: string): ErrorCause[] {
  return occurredOutcomes(total.outcomes)
    .filter((outcome) => outcome !== 'ok')
    .flatMap((outcome) =>
      outcome === 'rpc_error' ? nodeErrors(total, chain) : [causeOf(outcome, total.outcomes[outcome] ?? 0)],
    )
    .toSorted((one, other) => other.count - one.count);
}

function causeOf(outcome: string, count: number): ErrorCause {
  const { label, meaning, tone } = outcomeView(outcome);
  return { id: outcome, label, meaning, tone, count, search: searchFor({ outcome }) };
}

function nodeErrors({ outcomes, rpcErrorCodes }: Pick<UsageFigures, 'outcomes' | 'rpcErrorCodes'>, chain?: string) {
  const { tone } = outcomeView('rpc_error');
  const byCode = Object.entries(rpcErrorCodes).map(([code, count]): ErrorCause => {
    const { label, meaning } = errorCodeView(chain, code);
    const errorCode = code === 'other' ? code : Number(code);
    return { id: code, label, meaning, tone, count, search: searchFor({ outcome: 'rpc_error', errorCode }) };
  });
  const rest = (outcomes.rpc_error ?? 0) - byCode.reduce((sum, { count }) => sum + count, 0);
  return rest > 0 ? [...byCode, causeOf('rpc_error', rest)] : byCode;
}

/** The history cannot be filtered by an outcome of a later release: then it shows every error. */
function searchFor(wanted: { readonly outcome: string; readonly errorCode?: number | string }) {
  const { outcome = 'error', errorCode } = v.parse(historySearch, wanted);
  return { outcome, ...(errorCode !== undefined && { errorCode }) };
}

/** The chain of some networks; undefined if there are several, or it is not known. */
export function chainOf(names: readonly string[], networks: readonly Pick<NetworkStatus, 'network' | 'chain'>[]) {
  const chains = new Set(names.map((name) => networks.find(({ network }) => network === name)?.chain));
  return chains.size === 1 ? [...chains][0] : undefined;
}
