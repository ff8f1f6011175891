import type { JsonIndex } from './json-index.ts';
import { hasValues, valuesIn } from './json-values.ts';

/** The unfolded arrays and objects. */
export type Unfolded = ReadonlySet<number>;

/** Browsers limit the height of an element; at 24 px a row this stays below every limit. */
export const mostRows = 300_000;

/** The values that are visible, in order: those whose arrays and objects are all unfolded. At most {@link mostRows}. */
export function visibleRows({ start, next }: JsonIndex, unfolded: Unfolded): number[] {
  const rows: number[] = [];
  let value = 0;
  while (value < start.length && rows.length < mostRows) {
    rows.push(value);
    value = unfolded.has(value) ? value + 1 : (next[value] ?? start.length);
  }
  return rows;
}

const mostAtFirst = 200;

/** What to unfold so that at most `most` rows are visible: outer levels first. */
export function unfoldUpTo(index: JsonIndex, most = mostAtFirst): Set<number> {
  const unfolded = new Set<number>();
  const waiting = [0];
  let rows = 1;
  for (const container of waiting) {
    const count = index.count[container] ?? 0;
    if (count === 0 || rows + count > most) continue;
    unfolded.add(container);
    rows += count;
    for (const value of valuesIn(index, container)) if (hasValues(index, value)) waiting.push(value);
  }
  return unfolded;
}

/** Unfolds or folds one array or object. */
export function toggled(unfolded: Unfolded, container: number): Set<number> {
  const changed = new Set(unfolded);
  if (!changed.delete(container)) changed.add(container);
  return changed;
}
