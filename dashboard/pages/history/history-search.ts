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
/** The largest error code that a list can be limited to, in either direction: the API takes 15 digits. */
export const largestErrorCode = 999_999_999_999_999;
const errorCode = v.union([
  v.pipe(v.number(), v.integer(), v.minValue(-largestErrorCode), v.maxValue(largestErrorCode)),
  v.literal(otherCodes),
]);

/** An error code as a filter; undefined if it is not one. */
export const errorCodeFilter = (code: unknown) => (v.is(errorCode, code) ? code : undefined);

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

/** What limits the list: every search parameter apart from the open request. */
export type HistoryFilter = Omit<HistorySearch, 'request'>;

/** The keys that the list is limited to; none for all keys. */
export const keysOf = ({ key }: Pick<HistorySearch, 'key'>): string[] => (key === undefined ? [] : splitKeys(key));

/** Keys as a search parameter. */
export const keyParameter = (keyIds: readonly string[]): string | undefined =>
  keyIds.length === 0 ? undefined : keyIds.join(',');

/** The filter among the search parameters, without those that are not set. */
export const requestFilter = ({ request: _, key, ...filter }: HistorySearch): RequestFilter => ({
  ...filter,
  keys: keysOf({ key }),
});

/** Limits the list to an error code on the network of a call: on another chain, it may mean something else. */
export const sameErrorCode = (network: string, code: number) => ({
  network,
  errorCode: errorCodeFilter(code) ?? otherCodes,
});

/** A filter that every request passes. */
export const noFilter = {
  key: undefined,
  method: undefined,
  outcome: undefined,
  errorCode: undefined,
  network: undefined,
  from: undefined,
  to: undefined,
} satisfies Record<keyof HistoryFilter, undefined>;

/** Whether a range ends at or before its start. */
export const isReversedRange = ({ from, to }: Pick<HistoryFilter, 'from' | 'to'>): boolean =>
  from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to);

/** Whether a filter excludes requests of the chosen keys. */
export const isNarrowed = ({ keys: _, ...filter }: RequestFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);
