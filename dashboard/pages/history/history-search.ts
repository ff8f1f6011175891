import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import * as v from 'valibot';
import type { RequestFilter } from '../../api/requests.ts';
import { outcomeNames } from '../../format/outcomes.ts';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const longestMethod = 64;
const moment = v.pipe(
  text,
  v.isoTimestamp(),
  v.check((given) => !Number.isNaN(Date.parse(given))),
);

/** What of the page stands in its address: what is no such thing counts as left out. */
export const historySearch = v.object({
  /** The key whose history it is, by its id. */
  key: v.fallback(v.optional(text), undefined),
  method: v.fallback(v.optional(v.pipe(text, v.maxLength(longestMethod))), undefined),
  outcome: v.fallback(v.optional(v.picklist(outcomeNames)), undefined),
  network: v.fallback(v.optional(text), undefined),
  /** ISO 8601; the requests that came in then and later. */
  from: v.fallback(v.optional(moment), undefined),
  /** ISO 8601; the requests that came in before. */
  to: v.fallback(v.optional(moment), undefined),
  /** The request whose details are open, by its id. */
  request: v.fallback(v.optional(text), undefined),
});

export type HistorySearch = v.InferOutput<typeof historySearch>;

/** What an address narrows the history of its key to. */
export const requestFilter = ({ method, outcome, network, from, to }: HistorySearch): RequestFilter => ({
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
export const isReversedRange = ({ from, to }: RequestFilter): boolean =>
  from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to);

/** How many things a history is narrowed to. */
export const countFilters = (filter: RequestFilter): number =>
  Object.values(filter).filter((value) => value !== undefined).length;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The details were opened from the list, which is one step back. */
    isOpenedFromList?: boolean;
  }
}

/** What the page's address says, and the ways to change it; each step that the user takes can be gone back. */
export function useHistorySearch() {
  const search = useSearch({ from: '/signed-in/history' });
  const navigate = useNavigate();
  const { history } = useRouter();
  const isOpenedFromList = useLocation({ select: ({ state }) => state.isOpenedFromList === true });
  const change = (changed: Partial<HistorySearch>, options: { readonly replace?: boolean } = {}) =>
    void navigate({ to: '/history', search: { ...search, ...changed }, resetScroll: false, ...options });
  return {
    search,
    /** Another key or filter: the details of what was listed so far close. */
    choose: (changed: Partial<HistorySearch>) => change({ ...changed, request: undefined }),
    /** Puts the key into the address that the page chose by itself. */
    pinKey: (key: string) => change({ key }, { replace: true }),
    /** Opens the details of a request, of this key or another. */
    open: (request: string, key: string) => change({ request, key }, { replace: search.request !== undefined }),
    close: () => (isOpenedFromList ? history.back() : change({ request: undefined }, { replace: true })),
  };
}
