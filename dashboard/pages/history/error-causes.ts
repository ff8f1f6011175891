import * as v from 'valibot';
import type { NetworkStatus, Usage } from '../../api/api.ts';
import { errorCodeView } from '../../format/error-code-view.ts';
import { occurredOutcomes, outcomeView } from '../../format/outcomes.ts';
import { anyError, type HistorySearch, historySearch, otherCodes } from './history-search.ts';

/** Calls that did not succeed for the same reason. */
export type ErrorCause = {
  readonly id: string;
  readonly label: string;
  /** Empty if it is not known. */
  readonly meaning: string;
  readonly tone: 'good' | 'caution' | 'bad' | 'neutral';
  readonly count: number;
  /** What limits the history to these calls. */
  readonly search: Pick<HistorySearch, 'outcome' | 'errorCode' | 'network'>;
};

type Figures = {
  readonly total: Pick<Usage['total'], 'outcomes'>;
  readonly byNetwork: Readonly<Record<string, Pick<Usage['total'], 'rpcErrorCodes'>>>;
};
type Networks = readonly Pick<NetworkStatus, 'network' | 'chain'>[];

/**
 * The causes of the calls that did not succeed, most calls first: one per outcome, and for errors of a node one per
 * network and code, because a code may mean something else on another chain.
 */
export function errorCauses(usage: Figures, networks: Networks): ErrorCause[] {
  const { outcomes } = usage.total;
  return occurredOutcomes(outcomes)
    .filter((outcome) => outcome !== 'ok')
    .flatMap((outcome) =>
      outcome === 'rpc_error' ? nodeErrors(usage, networks) : [causeOf(outcome, outcomes[outcome] ?? 0)],
    )
    .toSorted((one, other) => other.count - one.count);
}

function causeOf(outcome: string, count: number): ErrorCause {
  const { label, meaning, tone } = outcomeView(outcome);
  return { id: outcome, label, meaning, tone, count, search: { outcome: outcomeFilter(outcome) } };
}

function nodeErrors({ total, byNetwork }: Figures, networks: Networks): ErrorCause[] {
  const { tone } = outcomeView('rpc_error');
  const names = Object.keys(byNetwork);
  const byCode = Object.entries(byNetwork).flatMap(([network, { rpcErrorCodes }]) =>
    Object.entries(rpcErrorCodes).map(([code, count]): ErrorCause => {
      const chain = networks.find((known) => known.network === network)?.chain;
      const { label, meaning } = errorCodeView(chain, code);
      const errorCode = code === otherCodes ? otherCodes : Number(code);
      return {
        id: `${network} ${code}`,
        label: names.length > 1 ? `${label} (${network})` : label,
        meaning,
        tone,
        count,
        search: { outcome: 'rpc_error', errorCode, network },
      };
    }),
  );
  const rest = (total.outcomes.rpc_error ?? 0) - byCode.reduce((sum, { count }) => sum + count, 0);
  return rest > 0 ? [...byCode, causeOf('rpc_error', rest)] : byCode;
}

/** The history cannot be filtered by an outcome of a later release: then it shows every error. */
export const outcomeFilter = (outcome: string) => v.parse(historySearch, { outcome }).outcome ?? anyError;
