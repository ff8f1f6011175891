import { expect, test } from '@jest/globals';
import { Recent } from '../../src/limits/recent.ts';

test('what is known of a key is what was set last', () => {
  const known = new Recent<number>();
  expect(known.get('key_1')).toBeUndefined();
  known.set('key_1', 1);
  known.set('key_1', 2);
  expect(known.get('key_1')).toBe(2);
  expect(known.get('key_2')).toBeUndefined();
});

test('what is forgotten of a key is known of others still', () => {
  const known = new Recent<number>();
  known.set('key_1', 1);
  known.set('key_2', 2);
  known.delete('key_1');
  expect([known.get('key_1'), known.get('key_2')]).toEqual([undefined, 2]);
});

test('of more than ten thousand keys, the one set longest ago goes first', () => {
  const known = new Recent<number>();
  for (let key = 0; key < 10_000; key += 1) known.set(`key_${key}`, key);
  known.set('key_0', 0);
  known.set('key_new', 1);
  expect(known.get('key_0')).toBe(0);
  expect(known.get('key_1')).toBeUndefined();
  expect(known.get('key_2')).toBe(2);
  expect(known.get('key_new')).toBe(1);
});
