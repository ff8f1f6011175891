import type { Usage } from '../../../api/api.ts';
import type { Suggestion } from '../../../components/text-field.tsx';
import { formatCompact } from '../../../format/numbers.ts';

const dayMs = 86_400_000;

/** Names under which usage counts calls without a known method. */
const groupHints: Readonly<Record<string, string>> = {
  other: 'unknown methods',
  none: 'no readable method',
};

/** The methods of a usage report, the most called first; `other` and `none` come last. */
export const methodSuggestions = (byMethod: Usage['byMethod']): Suggestion[] =>
  Object.entries(byMethod)
    .sort(([one, { calls }], [other, { calls: otherCalls }]) => rank(one) - rank(other) || otherCalls - calls)
    .map(([value, { calls }]) => ({ value, hint: groupHints[value] ?? `called ${formatCompact(calls)} times` }));

const rank = (name: string): number => (name in groupHints ? 1 : 0);

/** Whether a suggestion was picked from the list, not typed letter by letter. */
export const isPicked = (before: string, after: string, suggestions: readonly Suggestion[]): boolean =>
  Math.abs(after.length - before.length) !== 1 && suggestions.some(({ value }) => value === after);

/** The start of the range whose methods are suggested, ISO 8601: whole UTC days, so that the query stays cached. */
export const methodsSince = (historyDays: number, now: number): string =>
  new Date(Math.floor(now / dayMs) * dayMs - (historyDays - 1) * dayMs).toISOString();
