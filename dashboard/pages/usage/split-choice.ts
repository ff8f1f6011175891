import type { UsageSplit } from '../../api/api.ts';
import type { ReportRange } from '../../api/usage.ts';
import type { UsageSearch } from './usage-search.ts';

/** What a chart of the page is split by. */
export type SplitBy = UsageSplit['by'];

/** What a split chart and its table show. */
export type SplitMeasure = 'calls' | 'errors' | 'share';

/** What a report can be split by: one of a single key or network not by that. */
export const splitChoices = ({ key, network }: Pick<UsageSearch, 'key' | 'network'>): SplitBy[] => [
  ...(key === undefined ? (['key'] as const) : []),
  'method',
  ...(network === undefined ? (['network'] as const) : []),
];

/** The chosen split; undefined for none, and for one that the report cannot have. */
export const chosenSplit = (by: SplitBy | undefined, search: Pick<UsageSearch, 'key' | 'network'>) =>
  splitChoices(search).find((choice) => choice === by);

export type SplitOf = {
  readonly by: SplitBy;
  readonly measure: SplitMeasure;
  readonly range: ReportRange;
  readonly intervalMs: number | undefined;
};

/** What a split chart and its table are of. */
export const measureTitles: Readonly<Record<SplitMeasure, string>> = {
  calls: 'Calls',
  errors: 'Errors',
  share: 'Error rate',
};
