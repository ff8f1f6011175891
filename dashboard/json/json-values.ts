import type { JsonIndex } from './json-index.ts';
import { endOfString } from './json-text.ts';

/** What a value is, by its first character. */
export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'literal';

const kinds: Readonly<Record<string, JsonKind>> = {
  '{': 'object',
  '[': 'array',
  '"': 'string',
  t: 'literal',
  f: 'literal',
  n: 'literal',
};

export const kindOf = ({ text, start }: JsonIndex, value: number): JsonKind =>
  kinds[text.charAt(start[value] ?? 0)] ?? 'number';

/** A value exactly as it came, with every digit and escape. */
export const sourceOf = ({ text, start, end }: JsonIndex, value: number): string =>
  text.slice(start[value], end[value]);

/** The source of a member's name, with its quotes; undefined for an array's element and the whole. */
export function nameOf({ text, name }: JsonIndex, value: number): string | undefined {
  const at = name[value] ?? -1;
  return at < 0 ? undefined : text.slice(at, endOfString(text, at));
}

/** Whether it is an array or object with values. */
export const hasValues = ({ count }: JsonIndex, value: number): boolean => (count[value] ?? 0) > 0;

/** The values directly in an array or object. */
export function* valuesIn({ next }: JsonIndex, container: number): Generator<number> {
  const end = next[container] ?? 0;
  for (let value = container + 1; value < end; value = next[value] ?? end) yield value;
}

/** The arrays and objects around a value, the innermost first. */
export function* containersOf({ parent }: JsonIndex, value: number): Generator<number> {
  for (let at = parent[value] ?? -1; at >= 0; at = parent[at] ?? -1) yield at;
}

const identifier = /^"[A-Za-z_$][\w$]*"$/;

/** The path to a value, as in JavaScript: `result.value[3].lamports`; empty for the whole. */
export function pathOf(index: JsonIndex, value: number): string {
  const path = [value, ...containersOf(index, value)]
    .reverse()
    .slice(1)
    .map((one) => stepTo(index, one));
  return path.join('').replace(/^\./, '');
}

function stepTo(index: JsonIndex, value: number): string {
  const name = nameOf(index, value);
  if (name === undefined) return `[${index.position[value]}]`;
  return identifier.test(name) ? `.${name.slice(1, -1)}` : `[${name}]`;
}
