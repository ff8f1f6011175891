import { expect, test } from '@jest/globals';
import type { Key } from '../../../dashboard/api/api.ts';
import { findOptions, paletteOptions } from '../../../dashboard/layout/commands/palette-options.ts';

const key = (keyId: string, name: string, state: 'active' | 'revoked' = 'active') => ({ keyId, name, state }) as Key;

const options = paletteOptions(
  [key('key_01AAAA', 'production'), key('key_01BBBB', 'Größe eins'), key('key_01CCCC', 'old bot', 'revoked')],
  () => undefined,
);
const found = (typed: string) => findOptions(options, typed).map(({ text }) => text);

test('the palette finds pages, documents, preferences and keys by their words, in any order and case', () => {
  expect(found('hist')).toContain('History');
  expect(found('THEME dark')).toEqual(['Dark theme']);
  expect(found('rpc endpoint')).toEqual(['The RPC endpoint']);
  expect(found('tester')).toEqual(['Request tester']);
  expect(found('größe')).toEqual(['Größe eins']);
  expect(found('no such thing')).toEqual([]);
});

test('a key is found by its id, and says if it is revoked', () => {
  expect(found('key_01bbbb')).toEqual(['Größe eins']);
  expect(findOptions(options, 'old')).toMatchObject([
    { text: 'old bot', hint: 'Revoked key', href: '/keys/key_01CCCC' },
  ]);
});

test('what begins with the text comes first, and everything is there without one', () => {
  expect(found('key')[0]).toBe('Keys');
  expect(found('pro')[0]).toBe('production');
  expect(found('')).toHaveLength(options.length);
  expect(new Set(options.map(({ id }) => id)).size).toBe(options.length);
});
