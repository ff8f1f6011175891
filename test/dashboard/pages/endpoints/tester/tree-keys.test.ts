import { describe, expect, test } from '@jest/globals';
import { indexJson } from '../../../../../dashboard/json/json-index.ts';
import { visibleRows } from '../../../../../dashboard/json/json-rows.ts';
import { containerText, cutText, isCut } from '../../../../../dashboard/pages/endpoints/tester/tree/row-text.ts';
import { pressKey, rowOf, type TreeState } from '../../../../../dashboard/pages/endpoints/tester/tree/tree-keys.ts';
import { nextMatch } from '../../../../../dashboard/pages/endpoints/tester/tree/use-answer-tree.ts';

// Values: 0 the whole, 1 a, 2 b, 3 its 7, 4 its 8, 5 c.
const index = indexJson('{"a":1,"b":[7,8],"c":{}}');

function treeAt(active: number, ...open: number[]): TreeState {
  if (!index) throw new Error('not JSON');
  const unfolded = new Set(open);
  return { index, unfolded, rows: visibleRows(index, unfolded), active };
}

const unfolds = (...values: number[]) => ({ unfolded: new Set(values) });

describe('a key in the tree', () => {
  test.each([
    { key: 'ArrowDown', from: 1, change: { active: 2 } },
    { key: 'ArrowDown', from: 2, change: { active: 5 } },
    { key: 'ArrowDown', from: 5, change: { active: 5 } },
    { key: 'ArrowUp', from: 0, change: { active: 0 } },
    { key: 'ArrowUp', from: 5, change: { active: 2 } },
    { key: 'Home', from: 5, change: { active: 0 } },
    { key: 'End', from: 0, change: { active: 5 } },
    { key: 'PageDown', from: 0, change: { active: 5 } },
    { key: 'PageUp', from: 5, change: { active: 0 } },
    { key: 'ArrowRight', from: 2, change: unfolds(0, 2) },
    { key: 'ArrowRight', from: 0, change: { active: 1 } },
    { key: 'ArrowRight', from: 1, change: undefined },
    { key: 'ArrowRight', from: 5, change: undefined },
    { key: 'ArrowLeft', from: 0, change: unfolds() },
    { key: 'ArrowLeft', from: 1, change: { active: 0 } },
    { key: 'Enter', from: 2, change: unfolds(0, 2) },
    { key: ' ', from: 0, change: unfolds() },
    { key: 'Enter', from: 1, change: undefined },
    { key: 'x', from: 1, change: undefined },
    { key: 'Tab', from: 1, change: undefined },
  ])('$key at value $from', ({ key, from, change }) => {
    expect(pressKey(treeAt(from, 0), key)).toEqual(change);
  });

  test('ArrowLeft goes from an element to its array', () => {
    expect(pressKey(treeAt(4, 0, 2), 'ArrowLeft')).toEqual({ active: 2 });
  });
});

test('a value that is folded away is represented by the row that hides it', () => {
  const { rows } = treeAt(0, 0);
  expect(rows).toEqual([0, 1, 2, 5]);
  expect([0, 1, 2, 3, 4, 5].map((value) => rows[rowOf(rows, value)])).toEqual([0, 1, 2, 2, 2, 5]);
});

describe('the next match', () => {
  test.each([
    { from: 0, step: 1, match: 3 },
    { from: 3, step: 1, match: 8 },
    { from: 8, step: 1, match: 3 },
    { from: 8, step: -1, match: 3 },
    { from: 3, step: -1, match: 8 },
    { from: 5, step: -1, match: 3 },
  ] as const)('from $from in direction $step is $match', ({ from, step, match }) => {
    expect(nextMatch([3, 8], from, step)).toBe(match);
  });

  test('is none without matches', () => {
    expect(nextMatch([], 3, 1)).toBeUndefined();
  });
});

test('arrays and objects show how much is in them', () => {
  expect(containerText('object', 0)).toBe('{ }');
  expect(containerText('object', 1)).toBe('{ } 1 member');
  expect(containerText('array', 24_000)).toBe('[ ] 24,000 items');
});

test('a long value is cut in its row', () => {
  expect([cutText('x'.repeat(240)), isCut('x'.repeat(240))]).toEqual(['x'.repeat(240), false]);
  expect([cutText('x'.repeat(241)), isCut('x'.repeat(241))]).toEqual([`${'x'.repeat(240)}…`, true]);
});
