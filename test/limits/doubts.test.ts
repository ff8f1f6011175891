import { expect, test } from '@jest/globals';
import { Doubts } from '../../src/limits/doubts.ts';

const doubt = (name: string, until = Number.POSITIVE_INFINITY) => ({
  update: { key: { pk: 'key_1#day' }, update: name, values: {} },
  until,
});

test('doubts of an item are taken once, in the order they came, and those of others stay', () => {
  const doubts = new Doubts();
  for (const name of ['one', 'two']) doubts.add('key_1#day', doubt(name));
  doubts.add('key_2#day', doubt('three'));
  expect(doubts.take('key_1#day', 0)).toEqual([doubt('one'), doubt('two')]);
  expect(doubts.take('key_1#day', 0)).toEqual([]);
  expect(doubts.take('key_2#day', 0)).toEqual([doubt('three')]);
});

test('a doubt that can no longer be put right is forgotten', () => {
  const doubts = new Doubts();
  doubts.add('key_1#day', doubt('early', 1_000));
  doubts.add('key_1#day', doubt('late', 1_001));
  expect(doubts.take('key_1#day', 1_000)).toEqual([doubt('late', 1_001)]);
});

test('of more than twenty doubts the oldest are given up', () => {
  const doubts = new Doubts();
  const all = Array.from({ length: 25 }, (_, index) => doubt(`${index}`));
  for (const one of all) doubts.add('key_1#day', one);
  expect(doubts.take('key_1#day', 0)).toEqual(all.slice(5));
});
