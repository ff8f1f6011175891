import type { JsonIndex } from './json-index.ts';
import { endOfString } from './json-text.ts';
import { hasValues } from './json-values.ts';

/** Enough to step through; a search for one letter would find nearly everything. */
export const mostFound = 1_000;

const special = /[\\^$.*+?()[\]{}|]/g;

/** The text as a pattern that ignores case. The offsets of its matches are those of the text, unlike with lower case. */
export const patternOf = (query: string): RegExp => new RegExp(query.replace(special, '\\$&'), 'gi');

/** The values whose names or own texts contain the query, in order, at most {@link mostFound}. */
export function findValues(index: JsonIndex, query: string): number[] {
  if (query === '') return [];
  const found: number[] = [];
  for (const { index: at } of index.text.matchAll(patternOf(query))) {
    const value = valueAt(index, at);
    if (value === undefined || value === found.at(-1)) continue;
    found.push(value);
    if (found.length === mostFound) break;
  }
  return found;
}

/** The value whose name, or own text if it has no values, includes this place; undefined for punctuation. */
function valueAt(index: JsonIndex, at: number): number | undefined {
  let [low, high] = [0, index.start.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (labelStart(index, middle) <= at) low = middle;
    else high = middle - 1;
  }
  return covers(index, low, at) ? low : undefined;
}

const labelStart = ({ name, start }: JsonIndex, value: number): number => {
  const at = name[value] ?? -1;
  return at < 0 ? (start[value] ?? 0) : at;
};

function covers(index: JsonIndex, value: number, at: number): boolean {
  const { text, name, start, end } = index;
  const nameAt = name[value] ?? -1;
  if (nameAt >= 0 && nameAt <= at && at < endOfString(text, nameAt)) return true;
  return !hasValues(index, value) && (start[value] ?? 0) <= at && at < (end[value] ?? 0);
}
