import { expect, test } from '@jest/globals';
import { BoundedMap } from '../../src/runtime/bounded-map.ts';

test('a name has the value that was set last', () => {
  const known = new BoundedMap<number>();
  expect(known.get('key_1')).toBeUndefined();
  known.set('key_1', 1);
  known.set('key_1', 2);
  expect(known.get('key_1')).toBe(2);
  expect(known.get('key_2')).toBeUndefined();
});

test('a name that is deleted leaves the others', () => {
  const known = new BoundedMap<number>();
  known.set('key_1', 1);
  known.set('key_2', 2);
  known.delete('key_1');
  expect([known.get('key_1'), known.get('key_2')]).toEqual([undefined, 2]);
});

test('of more than ten thousand names, the one set longest ago goes first', () => {
  const known = new BoundedMap<number>();
  for (let key = 0; key < 10_000; key += 1) known.set(`key_${key}`, key);
  known.set('key_0', 0);
  known.set('key_new', 1);
  expect(known.get('key_0')).toBe(0);
  expect(known.get('key_1')).toBeUndefined();
  expect(known.get('key_2')).toBe(2);
  expect(known.get('key_new')).toBe(1);
});
