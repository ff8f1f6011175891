import { requestCost } from '../accounts/account-request-limit.ts';
import { maxPageRows } from '../records/history.ts';

export const rowsPerToken = maxPageRows / requestCost.search;
/** A search reads 1,000 rows at a time, also if fewer are enough. */
export const leastTokens = 2;

const filters = ['method', 'outcome', 'errorCode', 'network'];

/** Tokens that a page of a history may need: to find rows that match, it may read thousands that do not. */
export const historyTokens = (query: object): number =>
  filters.some((name) => Object.hasOwn(query, name)) ? requestCost.search : requestCost.read;

/** Tokens that a search has needed. @param read how many rows it has read */
export const searchTokens = (read: number): number => Math.max(leastTokens, Math.ceil(read / rowsPerToken));
