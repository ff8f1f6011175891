import { afterEach, expect, test } from '@jest/globals';
import { rememberedChoice, rememberedChoices } from '../../../dashboard/format/remembered-choice.ts';

const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'localStorage', before);
  else Reflect.deleteProperty(globalThis, 'localStorage');
});

/** A browser's storage with one item. */
function storing(item: string | null) {
  const items: string[] = [];
  const storage = { getItem: () => item, setItem: (_: string, value: string) => items.push(value) };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  return items;
}

test('a choice is the stored one, and the first of its values if that is missing or unknown', () => {
  for (const [item, chosen] of [
    ['b', 'b'],
    [null, 'a'],
    ['z', 'a'],
  ] as const) {
    storing(item);
    expect(rememberedChoice('one', ['a', 'b']).current()).toBe(chosen);
  }
});

test('several choices are the stored ones that are known, in the order of the values, and all until the first choice', () => {
  for (const [item, chosen] of [
    [null, ['a', 'b', 'c']],
    ['c,a', ['a', 'c']],
    ['b,unknown', ['b']],
    ['', []],
  ] as const) {
    storing(item);
    expect(rememberedChoices('some', ['a', 'b', 'c']).current()).toEqual(chosen);
  }
  const items = storing(null);
  rememberedChoices('some', ['a', 'b', 'c']).choose(['a', 'b']);
  expect(items).toEqual(['a,b']);
});
