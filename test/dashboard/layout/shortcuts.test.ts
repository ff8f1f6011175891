import { afterEach, describe, expect, test } from '@jest/globals';
import {
  characterCommand,
  characterShortcuts,
  isPaletteKey,
  type Press,
  pageKeys,
  pageShortcut,
} from '../../../dashboard/layout/commands/shortcuts.ts';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  timeStamp: 0,
  ...more,
});

describe('a shortcut of single characters', () => {
  afterEach(() => characterShortcuts.choose('on'));
  const g = press('g', { timeStamp: 1_000 });

  test('opens each page with g and its key, soon after each other', () => {
    for (const [key, page] of Object.entries(pageKeys)) {
      expect(characterCommand(press(key, { timeStamp: 2_000 }), g)).toEqual({ page });
    }
    expect(characterCommand(press('k', { timeStamp: 3_000 }), g)).toBeUndefined();
    expect(characterCommand(press('k'), undefined)).toBeUndefined();
    expect(characterCommand(press('k'), press('h'))).toBeUndefined();
    expect([pageShortcut('/keys'), pageShortcut('/nowhere')]).toEqual(['g k', '']);
  });

  test('opens the search and the list of shortcuts, also where the character needs Shift', () => {
    expect(characterCommand(press('/'), undefined)).toBe('search');
    expect(characterCommand(press('/', { shiftKey: true }), undefined)).toBe('search');
    expect(characterCommand(press('?', { shiftKey: true }), undefined)).toBe('shortcuts');
  });

  test('does nothing with a modifier, and when it is switched off', () => {
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey'] as const) {
      expect(characterCommand(press('?', { [modifier]: true }), undefined)).toBeUndefined();
    }
    characterShortcuts.choose('off');
    expect(characterCommand(press('?'), undefined)).toBeUndefined();
    expect(characterCommand(press('k', { timeStamp: 1_100 }), g)).toBeUndefined();
  });
});

test('the palette opens with Ctrl-K, and on a Mac with Cmd-K, as Ctrl-K edits text there', () => {
  const opens = (isMac: boolean) => (more: Partial<Press>) => isPaletteKey(press('k', more), isMac);
  const keys = [{ ctrlKey: true }, { metaKey: true }, { ctrlKey: true, shiftKey: true }, {}];
  expect(keys.map(opens(false))).toEqual([true, false, false, false]);
  expect(keys.map(opens(true))).toEqual([false, true, false, false]);
});
