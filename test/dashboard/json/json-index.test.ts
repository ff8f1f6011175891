import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { indexJson, type JsonIndex, mostValues } from '../../../dashboard/json/json-index.ts';
import { kindOf, nameOf, pathOf, sourceOf, valuesIn } from '../../../dashboard/json/json-values.ts';

function indexOf(text: string): JsonIndex {
  const index = indexJson(text);
  if (!index) throw new Error(`${text} has no index`);
  return index;
}

/** The value that an index describes. */
function rebuilt(index: JsonIndex, value: number): unknown {
  const inside = [...valuesIn(index, value)];
  const kind = kindOf(index, value);
  if (kind === 'array') return inside.map((one) => rebuilt(index, one));
  if (kind !== 'object') return JSON.parse(sourceOf(index, value));
  return Object.fromEntries(inside.map((one) => [JSON.parse(nameOf(index, one) ?? ''), rebuilt(index, one)]));
}

describe('the index of a JSON text', () => {
  test('describes any value, with any white space', () => {
    const spaced = fc.tuple(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t', '\n \r'));
    fc.assert(
      fc.property(spaced, ([value, space]) => {
        const text = ` ${JSON.stringify(value, null, space)}\n`;
        expect(rebuilt(indexOf(text), 0)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('keeps every digit and escape', () => {
    const index = indexOf('{"lamports": 18446744073709551615, "rate": 1.50, "text": "\\u00e9\\"\\\\"}');
    expect([...valuesIn(index, 0)].map((value) => sourceOf(index, value))).toEqual([
      '18446744073709551615',
      '1.50',
      '"\\u00e9\\"\\\\"',
    ]);
  });

  test('keeps both members of the same name', () => {
    const index = indexOf('{"a":1,"a":2}');
    expect([...valuesIn(index, 0)].map((value) => sourceOf(index, value))).toEqual(['1', '2']);
  });

  test.each(['', '{', '[1,]', 'OK', '{"a" 1}', '<html>'])('does not exist for %j, which is not JSON', (text) => {
    expect(indexJson(text)).toBeUndefined();
  });

  test('does not exist for a text of too many values', () => {
    expect(indexJson(`[${'1,'.repeat(mostValues - 2)}1]`)).toBeDefined();
    expect(indexJson(`[${'1,'.repeat(mostValues)}1]`)).toBeUndefined();
  });

  test('exists for any depth', () => {
    const depth = 50_000;
    const index = indexOf('['.repeat(depth) + ']'.repeat(depth));
    expect(index.depth.at(-1)).toBe(depth - 1);
    expect(index.next[0]).toBe(depth);
  });
});

test('the path to a value is that of JavaScript', () => {
  const index = indexOf('{"result":{"value":[{"a-b":1},{"":2}],"$x":3},"list":[[4]]}');
  const paths = index.start.map((_, value) => pathOf(index, value));
  expect(paths).toEqual([
    '',
    'result',
    'result.value',
    'result.value[0]',
    'result.value[0]["a-b"]',
    'result.value[1]',
    'result.value[1][""]',
    'result.$x',
    'list',
    'list[0]',
    'list[0][0]',
  ]);
});
