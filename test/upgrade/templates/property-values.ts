import * as v from 'valibot';

const map = v.record(v.string(), v.unknown());
const list = v.array(v.unknown());

/** The values at a path such as `Properties.Replicas.*.Region`: one, or one for each element of a list at `*`. */
export const valuesAt = (value: unknown, path: string): readonly unknown[] =>
  path.split('.').reduce<readonly unknown[]>((values, name) => values.flatMap((one) => inner(one, name)), [value]);

function inner(value: unknown, name: string): readonly unknown[] {
  if (name === '*') return v.is(list, value) ? value : [];
  return [v.is(map, value) ? value[name] : undefined];
}

/** A text that is equal for equal values at the paths. */
export const textAt = (value: unknown, ...paths: readonly string[]): string =>
  JSON.stringify(paths.map((path) => valuesAt(value, path)));
