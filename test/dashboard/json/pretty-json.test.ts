import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JsonSyntaxError } from '../../../dashboard/json/json-lexemes.ts';
import { prettyJson, prettyJsonPieces } from '../../../dashboard/json/pretty-json.ts';

describe('pretty-printed JSON', () => {
  test('has the layout of JSON.stringify with two spaces', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1, 4), (json, spaces) => {
        const value: unknown = JSON.parse(json);
        expect(prettyJson(JSON.stringify(value, null, spaces))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  test('keeps every digit of numbers beyond the range of doubles', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.nat(), (whole, fraction) => {
        const numbers = [`${whole}`, `${whole}.${fraction}0`, `${whole}e+${fraction}`];
        expect(prettyJson(`[${numbers.join()}]`)).toBe(`[\n  ${numbers.join(',\n  ')}\n]`);
      }),
    );
    expect(prettyJson('{"rentEpoch":18446744073709551615}')).toBe('{\n  "rentEpoch": 18446744073709551615\n}');
  });

  test('keeps strings unchanged, with escapes, commas and brackets', () => {
    const texts = ['"\\u0041\\/"', '"{,}[:]"', '","', '"\\\\\\""', '"\u2028é😀"', '""'];
    expect(prettyJson(`[${texts.join()}]`)).toBe(`[\n  ${texts.join(',\n  ')}\n]`);
  });

  test('keeps empty objects and arrays on one line, whatever whitespace they have', () => {
    expect(prettyJson('{"a":{ },"b":[\n]}')).toBe('{\n  "a": {},\n  "b": []\n}');
  });

  test('distinguishes names from strings', () => {
    const kinds = [...prettyJsonPieces('{"a":"a","b":[1,true]}')].filter(({ kind }) => !/space|punctuation/.test(kind));
    expect(kinds.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'name "a"',
      'string "a"',
      'name "b"',
      'number 1',
      'literal true',
    ]);
  });

  test('reads only as far as its consumer does', () => {
    const pieces = prettyJsonPieces('[1, oops');
    expect([pieces.next().value, pieces.next().value, pieces.next().value].map((piece) => piece?.text)).toEqual([
      '[',
      '\n  ',
      '1',
    ]);
    expect(() => [...pieces]).toThrow(JsonSyntaxError);
  });

  test('handles depths that would overflow a recursive parser', () => {
    const depth = 100_000;
    expect(() => [...prettyJsonPieces('['.repeat(depth) + ']'.repeat(depth))].length).not.toThrow();
  });
});
