import { maxPageRows } from '../records/history.ts';

/** Tokens of a page of a history with filters: to find rows that match, it may read thousands that do not. */
export const mostOfSearch = 10;

export const rowsPerToken = maxPageRows / mostOfSearch;
/** A search reads 1,000 rows at a time, also if fewer are enough. */
export const leastTokens = 2;

const filters = ['method', 'outcome', 'errorCode', 'network'];

export const isUnfiltered = (query: object): boolean => !filters.some((name) => Object.hasOwn(query, name));

/** Tokens that a search has needed. @param read how many rows it has read */
export const searchTokens = (read: number): number => Math.max(leastTokens, Math.ceil(read / rowsPerToken));
