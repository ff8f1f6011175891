import * as v from 'valibot';
import { searchText } from './list/search-text.ts';

const keyStates = ['active', 'revoked', 'all'] as const;
const keySorts = ['created', 'name', 'used', 'calls'] as const;

export type KeyStateFilter = (typeof keyStates)[number];
export type KeySort = (typeof keySorts)[number];

/** A text of digits alone arrives as a number. */
const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.transform(searchText), v.nonEmpty());

/** What the address keeps of the list of keys. Invalid values are ignored, and defaults are left out. */
export const keysSearch = v.object({
  search: v.fallback(v.optional(text), undefined),
  /** Default: `active`. */
  state: v.fallback(v.optional(v.picklist(keyStates)), undefined),
  /** Default: `created`. */
  sort: v.fallback(v.optional(v.picklist(keySorts)), undefined),
});

export type KeysSearch = v.InferOutput<typeof keysSearch>;
