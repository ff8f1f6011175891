import type { Usage } from '../../api/api.ts';
import { spanLength } from '../../charts/time-axis.ts';
import { outcomeNames } from '../../format/outcomes.ts';
import { anyError, type HistoryFilter, type HistorySearch } from '../history/history-search.ts';
import type { UsageSearch } from './usage-search.ts';

/** The search parameters of History that show the requests behind a figure of a report: all of them, or fewer. */
export type RequestsOf = (narrower?: Partial<HistoryFilter>) => HistorySearch;

/** @param to undefined if the report ends now: requests that arrive later are shown, too */
export const requestsOf =
  ({ key, network }: Pick<UsageSearch, 'key' | 'network'>, from: string, to: string | undefined): RequestsOf =>
  (narrower = {}) =>
    defined({ key, network, from, to, ...narrower });

/** The requests of a span that starts at `at`; of one outcome, if it is given. */
export const ofSpan = (at: string, span: Usage['span'], outcome?: string): Partial<HistoryFilter> => ({
  from: at,
  to: new Date(Date.parse(at) + spanLength[span]).toISOString(),
  ...ofOutcome(outcome),
});

/** The requests with an outcome. History cannot filter by an outcome of a later release: then it shows every error. */
export const ofOutcome = (outcome: string | undefined): Partial<HistoryFilter> => ({
  outcome: outcome === undefined ? undefined : (outcomeNames.find((known) => known === outcome) ?? anyError),
});

/** Without the parameters that are not set. */
const defined = (search: HistorySearch): HistorySearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
