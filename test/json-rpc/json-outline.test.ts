import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outlineJson } from '../../src/json-rpc/json-outline.ts';
import { parseJson } from '../../src/schema.ts';
import { effort } from '../support/effort.ts';
import { anyText, arrayText, jsonText, objectText } from './json-text.ts';

const syntaxErrorAt = (text: string) => outlineJson(Buffer.from(text)).errorAt;
const isJson = (text: string): boolean => syntaxErrorAt(text) === undefined;

/** `undefined` is not valid JSON. */
const parses = (text: string): boolean => parseJson(text) !== undefined;

describe('a text is valid exactly if JSON.parse accepts it', () => {
  test('for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => expect([text, isJson(text)]).toEqual([text, parses(text)])),
      { numRuns: effort(1_000, 50_000) },
    );
  });

  test('for valid JSON with characters cut off, inserted or removed', () => {
    const characters = fc.constantFrom(...'[]{}",:\\ 0123.eE+-u/tfn\n\0\u00e9');
    fc.assert(
      fc.property(jsonText, fc.nat(), fc.nat(2), characters, ({ text }, index, removed, inserted) => {
        expect(isJson(text)).toBe(true);
        const at = index % (text.length + 1);
        for (const changed of [text.slice(0, at), text.slice(0, at) + inserted + text.slice(at + removed)]) {
          expect([changed, isJson(changed)]).toEqual([changed, parses(changed)]);
        }
      }),
      { numRuns: effort(1_000, 50_000) },
    );
  });

  test('for long strings with any character in any place', () => {
    const piece = fc.oneof(
      { weight: 2, arbitrary: fc.nat(70).map((length) => 'x'.repeat(length)) },
      {
        weight: 2,
        arbitrary: fc.constantFrom('\\\\', '\\"', '\\n', '\\u00e9', '\ud83c\udf0d', '\ud800', ' ', '!', '#', '[', ']'),
      },
      { weight: 1, arbitrary: fc.constantFrom('"', '\\', '\\x', '\\u00', '\n', '\u001f') },
    );
    const strings = fc.array(piece, { maxLength: 8 }).map((pieces) => `["${pieces.join('')}"]`);
    fc.assert(
      fc.property(strings, (text) => expect([text, isJson(text)]).toEqual([text, parses(text)])),
      { numRuns: effort(600, 30_000) },
    );
  });

  test.each([
    ...['', ' ', '[1,]', '{"a":1,}', '[,1]', '{,}', '{"a"}', '{"a":}', '{1:2}', '[1 2]', '1 2', ']', '}', '[}', '{]'],
    ...['01', '-', '-01', '1.', '.1', '1e', '1e+', '1.e1', '+1', '0x1', 'NaN', 'Infinity', 'tru', 'nulll', 'True'],
    ...['"', '"\\"', '"\\x"', '"\\u12"', '"\\u12g4"', '"\t"', '"\u0000"', "'a'", '\ufeff1', '\u00a01', '[1]\v'],
    ...[
      '0',
      '-0',
      '-0.0e-0',
      '1E+05',
      '"\\u00Ff\\/"',
      '"\u007f\u2028\ud800"',
      '[]',
      '{}',
      '[ ]',
      '{ }',
      ' [ { } , [ ] ] ',
    ],
  ])('%j', (text) => expect(isJson(text)).toBe(parses(text)));
});

test('it returns the index of the syntax error', () => {
  expect(syntaxErrorAt('{"a":[1,2}')).toBe(9);
  expect(syntaxErrorAt('{"a":[1,2')).toBe(9);
});

test('nesting of any depth needs no stack, and memory only for the length of the text', () => {
  const depth = 1_000_000;
  expect(isJson('['.repeat(depth) + ']'.repeat(depth))).toBe(true);
  expect(isJson(`${'{"":'.repeat(depth)}1${'}'.repeat(depth)}`)).toBe(true);
  expect(syntaxErrorAt('['.repeat(depth))).toBe(depth);
});

/** The texts of the values at a depth, and of their names. */
function partsOf(text: string, depth: number) {
  const bytes = Buffer.from(text);
  const parts = outlineJson(bytes, depth).parts.filter((part) => part.depth === depth);
  return parts.map(({ name, start, end }) => ({
    name: name === undefined ? undefined : bytes.toString('utf8', name, start).replace(/\s*:\s*$/, ''),
    text: bytes.toString('utf8', start, end),
  }));
}

describe('the parts of a text', () => {
  const wellFormed = ({ text }: { text: string }) => text.isWellFormed();

  test('are the elements of an array, in order', () => {
    fc.assert(
      fc.property(arrayText.filter(wellFormed), ({ text, parts }) => {
        expect(partsOf(text, 1)).toEqual(parts.map((part) => ({ name: undefined, text: part })));
      }),
      { numRuns: effort(300, 10_000) },
    );
  });

  test('are the members of an object, in order, with their raw names', () => {
    fc.assert(
      fc.property(objectText.filter(wellFormed), ({ text, parts, names }) => {
        expect(partsOf(text, 1)).toEqual(parts.map((part, index) => ({ name: names[index], text: part })));
      }),
      { numRuns: effort(300, 10_000) },
    );
  });

  test('of a batch are its elements and their members, and nothing deeper', () => {
    const text = '[ {"id":1,"result":{"id":[2]}} , 7,{"a" : [ ]}]';
    expect(partsOf(text, 1).map((part) => part.text)).toEqual(['{"id":1,"result":{"id":[2]}}', '7', '{"a" : [ ]}']);
    expect(partsOf(text, 2)).toEqual([
      { name: '"id"', text: '1' },
      { name: '"result"', text: '{"id":[2]}' },
      { name: '"a"', text: '[ ]' },
    ]);
  });

  test('that are cut off end with the text', () => {
    expect(partsOf('{"id":1,"result":{"a":[1', 1)).toEqual([
      { name: '"id"', text: '1' },
      { name: '"result"', text: '{"a":[1' },
    ]);
  });

  test('are limited in number, so that a text of a million values takes little memory', () => {
    const { errorAt, parts } = outlineJson(Buffer.from(`[${'1,'.repeat(1_000_000)}1]`), 1);
    expect(errorAt).toBeUndefined();
    expect(parts.length).toBeLessThanOrEqual(100_000);
  });
});
