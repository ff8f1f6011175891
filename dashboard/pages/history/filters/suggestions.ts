import type { Usage } from '../../../api/api.ts';
import { errorCodesOf } from '../../../chains/error-codes.ts';
import type { Suggestion } from '../../../components/text-field.tsx';
import { dayMs, startOf } from '../../../format/durations.ts';
import { methodGroup } from '../../../format/methods.ts';
import { formatCompact } from '../../../format/numbers.ts';
import { otherCodes } from '../history-search.ts';

/** The methods of a usage report, the most called first; `other` and `none` come last. */
export const methodSuggestions = (byMethod: Usage['byMethod']): Suggestion[] =>
  Object.entries(byMethod)
    .sort(([one, { calls }], [other, { calls: otherCalls }]) => rank(one) - rank(other) || otherCalls - calls)
    .map(([value, { calls }]) => ({ value, hint: methodGroup(value) ?? callCount(calls) }));

const rank = (name: string): number => (methodGroup(name) === undefined ? 0 : 1);

const callCount = (calls: number): string => (calls === 1 ? '1 call' : `${formatCompact(calls)} calls`);

/**
 * The error codes that occurred, the most frequent first; then the others of these chains, so that a code can be looked
 * up by its name.
 */
export function errorCodeSuggestions(
  counts: Readonly<Record<string, number>>,
  chains: readonly string[],
): Suggestion[] {
  const names = Object.assign({}, ...(chains.length > 0 ? chains : [undefined]).map(errorCodesOf));
  const occurred = Object.entries(counts).sort(([, one], [, other]) => other - one);
  const nameOf = (code: string): string =>
    code === otherCodes ? 'codes of the node’s own' : (names[code]?.name ?? '');
  const hint = (code: string, count: number) =>
    [nameOf(code), callCount(count)].filter((part) => part !== '').join(', ');
  const others = [...Object.keys(names), otherCodes].filter((code) => !(code in counts));
  return [
    ...occurred.map(([value, count]) => ({ value, hint: hint(value, count) })),
    ...others.map((value) => ({ value, hint: nameOf(value) })),
  ];
}

/** The suggestions whose value or hint has a text, so that a code is found by its name. */
export function matchingSuggestions(suggestions: readonly Suggestion[], text: string): readonly Suggestion[] {
  const wanted = text.trim().toLowerCase();
  return suggestions.filter(({ value, hint }) => `${value} ${hint}`.toLowerCase().includes(wanted));
}

/** The start of the range whose values are suggested, ISO 8601: whole UTC days, so that the query stays cached. */
export const suggestionsFrom = (historyDays: number, now: number): string =>
  new Date(startOf(now, dayMs) - (historyDays - 1) * dayMs).toISOString();
