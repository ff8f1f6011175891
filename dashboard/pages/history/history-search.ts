import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import * as v from 'valibot';
import type { RequestFilter } from '../../api/requests.ts';
import { outcomeNames } from '../../format/outcomes.ts';

/** Any outcome other than `ok`. */
export const anyError = 'error';
/** Codes that the chain does not define. */
export const otherCodes = 'other';
/** The most keys that one list can be limited to: the API's limit. */
export const mostKeys = 50;

const text = v.pipe(v.string(), v.trim(), v.nonEmpty());
const longestMethod = 64;
const timestamp = v.pipe(
  text,
  v.isoTimestamp(),
  v.check((given) => !Number.isNaN(Date.parse(given))),
  v.transform((given) => new Date(given).toISOString()),
);
const outcome = v.union([v.picklist(outcomeNames), v.literal(anyError)]);
const errorCode = v.union([v.pipe(v.number(), v.safeInteger()), v.literal(otherCodes)]);

const splitKeys = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  ),
];

const keyList = v.pipe(
  text,
  v.check((list) => splitKeys(list).length <= mostKeys),
  v.transform((list) => splitKeys(list).join(',')),
  v.nonEmpty(),
);

/** The search parameters of the page. Invalid values are ignored. */
export const historySearch = v.object({
  /** Ids of keys, separated by commas. Default: all keys. */
  key: v.fallback(v.optional(keyList), undefined),
  method: v.fallback(v.optional(v.pipe(text, v.maxLength(longestMethod))), undefined),
  outcome: v.fallback(v.optional(outcome), undefined),
  /** The code of a node's JSON-RPC error. */
  errorCode: v.fallback(v.optional(errorCode), undefined),
  network: v.fallback(v.optional(text), undefined),
  /** ISO 8601, inclusive. */
  from: v.fallback(v.optional(timestamp), undefined),
  /** ISO 8601, exclusive. */
  to: v.fallback(v.optional(timestamp), undefined),
  /** The id of the request whose details are open. */
  request: v.fallback(v.optional(text), undefined),
});

export type HistorySearch = v.InferOutput<typeof historySearch>;

/** The filters among the search parameters. */
export const requestFilter = ({ method, outcome, network, from, to }: HistorySearch): RequestFilter => ({
  method,
  outcome: outcome === anyError ? undefined : outcome,
  network,
  from,
  to,
});

/** A filter that every request passes. */
export const noFilter = {
  method: undefined,
  outcome: undefined,
  network: undefined,
  from: undefined,
  to: undefined,
} satisfies RequestFilter;

/** Whether a range ends at or before its start. */
export const isReversedRange = ({ from, to }: RequestFilter): boolean =>
  from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to);

/** The number of filters that are set. */
export const countFilters = (filter: RequestFilter): number =>
  Object.values(filter).filter((value) => value !== undefined).length;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The details were opened from the list, so going back one step closes them. */
    isOpenedFromList?: boolean;
  }
}

/** The page's search parameters and functions to change them. The browser's back button undoes each step of the user. */
export function useHistorySearch() {
  const search = useSearch({ from: '/signed-in/history' });
  const navigate = useNavigate();
  const { history } = useRouter();
  const isOpenedFromList = useLocation({ select: ({ state }) => state.isOpenedFromList === true });
  const change = (changed: Partial<HistorySearch>, options: { readonly replace?: boolean } = {}) =>
    void navigate({ to: '/history', search: { ...search, ...changed }, resetScroll: false, ...options });
  return {
    search,
    /** Changes the key or filter, and closes the details. */
    choose: (changed: Partial<HistorySearch>) => change({ ...changed, request: undefined }),
    /** Puts the key that the page chose into the URL. */
    pinKey: (key: string) => change({ key }, { replace: true }),
    /** Opens the details of a request of this key or another. */
    open: (request: string, key: string) => change({ request, key }, { replace: search.request !== undefined }),
    close: () => (isOpenedFromList ? history.back() : change({ request: undefined }, { replace: true })),
  };
}
