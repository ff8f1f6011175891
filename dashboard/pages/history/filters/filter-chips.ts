import { errorCodeView } from '../../../format/error-code-view.ts';
import { methodGroup } from '../../../format/methods.ts';
import { outcomeView } from '../../../format/outcomes.ts';
import { formatAbsolute } from '../../../format/times.ts';
import { anyError, type HistoryFilter, keyParameter, keysOf } from '../history-search.ts';

/** An active filter, and the change that removes it. */
export type FilterChip = {
  readonly id: string;
  /** The name of the filter: `Outcome`. */
  readonly name: string;
  readonly value: string;
  readonly without: Partial<HistoryFilter>;
};

type ChipWords = {
  readonly keyName: (keyId: string) => string;
  /** The chain of the error codes; undefined if there are several. */
  readonly chain: string | undefined;
  /** The time zone of times. */
  readonly zone: string;
};

/** A label for each active filter. */
export function filterChips(filter: HistoryFilter, { keyName, chain, zone }: ChipWords): FilterChip[] {
  const { method, outcome, errorCode, network, from, to } = filter;
  const keyIds = keysOf(filter);
  const time = (at: string) => formatAbsolute(Date.parse(at), zone);
  return [
    ...keyIds.map((keyId) => ({
      id: keyId,
      name: 'Key',
      value: keyName(keyId),
      without: { key: keyParameter(keyIds.filter((other) => other !== keyId)) },
    })),
    ...chip('method', 'Method', method, method && (methodGroup(method) ?? method)),
    ...chip('outcome', 'Outcome', outcome, outcomeText(outcome)),
    ...chip('errorCode', 'Error code', errorCode, errorCode === undefined ? '' : errorCodeView(chain, errorCode).label),
    ...chip('network', 'Network', network, network),
    ...chip('from', 'From', from, from && time(from)),
    ...chip('to', 'To', to, to && time(to)),
  ];
}

const chip = (id: keyof HistoryFilter, name: string, filter: unknown, value: string | undefined): FilterChip[] =>
  filter === undefined ? [] : [{ id, name, value: value ?? '', without: { [id]: undefined } }];

const outcomeText = (outcome: HistoryFilter['outcome']): string => {
  if (outcome === undefined) return '';
  return outcome === anyError ? 'Any error' : outcomeView(outcome).label;
};
