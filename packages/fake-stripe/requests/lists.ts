import * as v from 'valibot';
import { missingReference, refused } from '../errors.ts';
import type { FakeList } from '../objects/list-object.ts';
import { Integer, type Params, readParams } from './parameters.ts';

const Seconds = v.optional(Integer);
const page = {
  created: v.optional(v.union([Integer, v.strictObject({ gt: Seconds, gte: Seconds, lt: Seconds, lte: Seconds })])),
  limit: v.optional(v.pipe(Integer, v.minValue(1), v.maxValue(100)), 10),
  starting_after: v.optional(v.string()),
  ending_before: v.optional(v.string()),
};

type Page = v.InferOutput<v.ObjectSchema<typeof page, undefined>>;

/** Reads a list's filters together with the parameters that every list has. */
export const readListParams = <E extends v.ObjectEntries>(filters: E, params: Params) =>
  readParams({ ...page, ...filters }, params);

/** One page of the objects that match, newest first, as every list of Stripe's API. */
export function listPage<T extends { id: string; created: number }>(
  url: string,
  objects: Iterable<T>,
  { created, limit, starting_after: after, ending_before: before }: Page,
  isWanted: (object: T) => boolean,
): FakeList<T> {
  const matches = (object: T) => isIn(created, object.created) && isWanted(object);
  if (after && before) throw refused('You can only use one of starting_after and ending_before.');
  const all = [...objects].reverse();
  const position = (id: string, param: string) => {
    const index = all.findIndex((object) => object.id === id);
    if (index < 0) throw missingReference(url.split('/').at(-1) ?? 'object', id, param);
    return index;
  };
  if (before) {
    const found = all.slice(0, position(before, 'ending_before')).filter(matches);
    return { object: 'list', data: found.slice(-limit), has_more: found.length > limit, url };
  }
  const found = all.slice(after ? position(after, 'starting_after') + 1 : 0).filter(matches);
  return { object: 'list', data: found.slice(0, limit), has_more: found.length > limit, url };
}

function isIn(range: Page['created'], at: number): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return at === range;
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = range;
  return at > gt && at >= gte && at < lt && at <= lte;
}
