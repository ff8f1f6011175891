import { describe, expect, test } from '@jest/globals';
import { targetRow } from '../../../../../dashboard/pages/history/list/move-focus.ts';

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
