import type { RequestFilter } from '../../api/requests.ts';
import type { HistorySearch } from './search.ts';

/** What an address narrows the history of its key to. */
export const filterOf = ({ method, outcome, network, from, to }: HistorySearch): RequestFilter => ({
  method,
  outcome,
  network,
  from,
  to,
});

/** A filter that lets everything pass. */
export const noFilter = {
  method: undefined,
  outcome: undefined,
  network: undefined,
  from: undefined,
  to: undefined,
} satisfies RequestFilter;

/** Whether a range ends before anything can be in it. */
export const isReversed = ({ from, to }: RequestFilter): boolean =>
  from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to);

/** How many things a history is narrowed to. */
export const countFilters = (filter: RequestFilter): number =>
  Object.values(filter).filter((value) => value !== undefined).length;
