import { describe, expect, test } from '@jest/globals';
import { keptRows, targetRow } from '../../../../../dashboard/pages/history/list/row-range.ts';

const requests = [...'abcdefghij'].map((requestId) => ({ requestId }));

describe('the rows in the document', () => {
  test('are those of the range, and the focused and the open one wherever they are, in order', () => {
    expect(keptRows([4, 5], requests, ['j', 'a'])).toEqual([0, 4, 5, 9]);
    expect(keptRows([4, 5], requests, ['e', 'e'])).toEqual([4, 5]);
  });

  test('are those of the range alone if the others are not in the list', () => {
    expect(keptRows([0, 1], requests, [undefined, 'z'])).toEqual([0, 1]);
  });
});

describe('the keyboard moves the focus', () => {
  const press = (key: string, modifiers = {}) => ({
    key,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    ...modifiers,
  });

  test('to the next, the previous, the first and the last row', () => {
    const keys = ['ArrowDown', 'ArrowUp', 'Home', 'End'];
    expect(keys.map((key) => targetRow(press(key), 3, 10))).toEqual([4, 2, 0, 9]);
  });

  test('not beyond the list', () => {
    expect(targetRow(press('ArrowUp'), 0, 10)).toBeUndefined();
    expect(targetRow(press('ArrowDown'), 9, 10)).toBeUndefined();
  });

  test('not with other keys or modifiers, which belong to the browser', () => {
    expect(targetRow(press('PageDown'), 3, 10)).toBeUndefined();
    expect(targetRow(press('ArrowUp', { altKey: true }), 3, 10)).toBeUndefined();
    expect(targetRow(press('Home', { ctrlKey: true }), 3, 10)).toBeUndefined();
  });
});
