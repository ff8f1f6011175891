import * as v from 'valibot';
import { missingReference } from '../errors.ts';
import type { FakeList } from '../objects/list-object.ts';
import { Integer, type Params, readParams } from './parameters.ts';

const Seconds = v.optional(Integer);
const page = {
  created: v.optional(v.strictObject({ gt: Seconds, gte: Seconds, lt: Seconds, lte: Seconds }), {}),
  limit: v.optional(v.pipe(Integer, v.minValue(1), v.maxValue(100)), 10),
  starting_after: v.optional(v.string()),
};

type Page = v.InferOutput<v.ObjectSchema<typeof page, undefined>>;

/** Reads a list's filters together with the parameters that every list has. */
export const readListParams = <E extends v.ObjectEntries>(filters: E, params: Params) =>
  readParams({ ...page, ...filters }, params);

/** One page of the objects that match, newest first, as every list of Stripe's API. */
export function listPage<T extends { id: string; created: number }>(
  url: string,
  objects: Iterable<T>,
  { created, limit, starting_after: after }: Page,
  isWanted: (object: T) => boolean,
): FakeList<T> {
  const matches = (object: T) => isIn(created, object.created) && isWanted(object);
  const all = [...objects].reverse();
  const before = all.findIndex(({ id }) => id === after);
  if (after && before < 0) throw missingReference(url.split('/').at(-1) ?? 'object', after, 'starting_after');
  const found = all.slice(before + 1).filter(matches);
  return { object: 'list', data: found.slice(0, limit), has_more: found.length > limit, url };
}

const isIn = (
  { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY }: Page['created'],
  at: number,
): boolean => at > gt && at >= gte && at < lt && at <= lte;
