import { isDeepStrictEqual } from 'node:util';

/**
 * The members of a JSON value that differ from another value's, by their path. A missing member is null; arrays of
 * different lengths are one difference.
 */
export const differences = (from: unknown, to: unknown): Record<string, unknown> =>
  Object.fromEntries(differingMembers(from, to, []));

function differingMembers(from: unknown, to: unknown, path: readonly string[]): [path: string, value: unknown][] {
  if (isDeepStrictEqual(from, to)) return [];
  if (!isObject(from) || !isObject(to) || lengthOf(from) !== lengthOf(to)) return [[path.join('/'), to ?? null]];
  const before = new Map<string, unknown>(Object.entries(from));
  const after = new Map<string, unknown>(Object.entries(to));
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => differingMembers(before.get(name), after.get(name), [...path, name]));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const lengthOf = (value: object) => (Array.isArray(value) ? value.length : undefined);
