import type { JsonIndex } from '../../../../json/json-index.ts';
import { toggled, type Unfolded } from '../../../../json/json-rows.ts';
import { hasValues } from '../../../../json/json-values.ts';

/** What a tree shows: its rows in order, and the one that the keyboard is at. */
export type TreeState = {
  readonly index: JsonIndex;
  readonly unfolded: Unfolded;
  readonly rows: readonly number[];
  readonly active: number;
};

/** What a key changes. */
export type TreeChange = { readonly active: number } | { readonly unfolded: Unfolded };

const page = 15;

/** What a key does in a tree (ARIA Authoring Practices, "Tree view"); undefined if it does nothing. */
export function pressKey(tree: TreeState, key: string): TreeChange | undefined {
  const { index, unfolded, active } = tree;
  const canFold = hasValues(index, active);
  const isUnfolded = canFold && unfolded.has(active);
  switch (key) {
    case 'ArrowDown':
      return moveBy(tree, 1);
    case 'ArrowUp':
      return moveBy(tree, -1);
    case 'PageDown':
      return moveBy(tree, page);
    case 'PageUp':
      return moveBy(tree, -page);
    case 'Home':
      return moveBy(tree, Number.NEGATIVE_INFINITY);
    case 'End':
      return moveBy(tree, Number.POSITIVE_INFINITY);
    case 'ArrowRight':
      if (isUnfolded) return { active: active + 1 };
      return canFold ? { unfolded: toggled(unfolded, active) } : undefined;
    case 'ArrowLeft':
      return isUnfolded ? { unfolded: toggled(unfolded, active) } : moveToParent(tree);
    case 'Enter':
    case ' ':
      return canFold ? { unfolded: toggled(unfolded, active) } : undefined;
    default:
      return undefined;
  }
}

function moveBy({ rows, active }: TreeState, distance: number): TreeChange | undefined {
  const target = Math.min(rows.length - 1, Math.max(0, rowOf(rows, active) + distance));
  const value = rows[target];
  return value === undefined ? undefined : { active: value };
}

function moveToParent({ index, active }: TreeState): TreeChange | undefined {
  const parent = index.parent[active] ?? -1;
  return parent < 0 ? undefined : { active: parent };
}

/** The place of a value among the rows, which are in ascending order; that of the row above it if it is folded away. */
export function rowOf(rows: readonly number[], value: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rows[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
