import type { Usage } from '../../../api/api.ts';
import type { Suggestion } from '../../../components/text-field.tsx';
import { formatCompact } from '../../../format/numbers.ts';

const dayMs = 86_400_000;

/** What usage counts together under a name that is no method. */
const collective: Readonly<Record<string, string>> = {
  other: 'not methods of the chain',
  none: 'no method readable',
};

/** The methods of a usage report, the most called first; what is no method comes last. */
export const methodSuggestions = (byMethod: Usage['byMethod']): Suggestion[] =>
  Object.entries(byMethod)
    .sort(([one, { calls }], [other, { calls: otherCalls }]) => rank(one) - rank(other) || otherCalls - calls)
    .map(([value, { calls }]) => ({ value, hint: collective[value] ?? `called ${formatCompact(calls)} times` }));

const rank = (name: string): number => (name in collective ? 1 : 0);

/** Whether a text became a suggestion at once: it was picked from the list, and not typed letter by letter. */
export const isPicked = (before: string, after: string, suggestions: readonly Suggestion[]): boolean =>
  Math.abs(after.length - before.length) !== 1 && suggestions.some(({ value }) => value === after);

/** Since when the methods of a history are looked up, ISO 8601: whole UTC days, so that the answer can be kept. */
export const methodsSince = (historyDays: number, now: number): string =>
  new Date(Math.floor(now / dayMs) * dayMs - (historyDays - 1) * dayMs).toISOString();
