import { useDeferredValue, useMemo, useState } from 'react';
import type { JsonIndex } from '../../../../json/json-index.ts';
import { unfoldUpTo, visibleRows } from '../../../../json/json-rows.ts';
import { findValues } from '../../../../json/json-search.ts';
import { containersOf } from '../../../../json/json-values.ts';
import { rowOf, type TreeChange, type TreeState } from './tree-keys.ts';

const everything = 100_000;

/** The state of a tree: what is unfolded, the active row, and the search. */
export function useAnswerTree(index: JsonIndex) {
  const [unfolded, setUnfolded] = useState(() => new Set(unfoldUpTo(index)));
  const [chosen, setChosen] = useState(0);
  const [query, setQuery] = useState('');
  const searched = useDeferredValue(query);
  const found = useMemo(() => findValues(index, searched), [index, searched]);
  const rows = useMemo(() => visibleRows(index, unfolded), [index, unfolded]);
  // What folding has hidden is represented by the row that hides it.
  const active = rows[rowOf(rows, chosen)] ?? 0;
  const show = (value: number) => {
    setUnfolded(new Set([...unfolded, ...containersOf(index, value)]));
    setChosen(value);
  };
  const tree: TreeState = { index, unfolded, rows, active };
  return {
    tree,
    change: (change: TreeChange) =>
      'active' in change ? setChosen(change.active) : setUnfolded(new Set(change.unfolded)),
    unfoldAll: () => setUnfolded(unfoldUpTo(index, everything)),
    foldAll: () => setUnfolded(new Set([0])),
    search: {
      query,
      setQuery,
      shown: searched,
      found,
      /** Shows the match after the active row, or before it, around the ends. */
      showNext: (step: 1 | -1) => {
        const value = nextMatch(found, active, step);
        if (value !== undefined) show(value);
      },
    },
  };
}

/** The match nearest to a value in one direction, without the value itself; around the end, the first or the last. */
export function nextMatch(found: readonly number[], from: number, step: 1 | -1): number | undefined {
  return step === 1
    ? (found.find((value) => value > from) ?? found[0])
    : (found.findLast((value) => value < from) ?? found.at(-1));
}
