import { expect, test } from '@jest/globals';
import { parseJson } from '../src/schema.ts';

test('a text that is JSON gives its value, and any other undefined', () => {
  expect(parseJson('{"a":[1,null]}')).toEqual({ a: [1, null] });
  expect(parseJson('null')).toBeNull();
  for (const text of ['', '{', 'undefined', "'a'", '1 2']) expect(parseJson(text)).toBeUndefined();
});
