import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JsonSyntaxError, lineAndColumn } from '../../../../../dashboard/pages/endpoints/json/json-lexemes.ts';
import { jsonTokens } from '../../../../../dashboard/pages/endpoints/json/json-tokens.ts';

function fault(text: string): JsonSyntaxError | undefined {
  try {
    expect([...jsonTokens(text)].length).toBeGreaterThan(0);
    return undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const fragments = fc.constantFrom(
  ...['{', '}', '[', ']', ':', ',', '"a"', '"', '\\', '\\u00', '1', '-', '0', '01', '.5', 'e', '1e9', 'true', 'nul'],
  ...[' ', '\n', '\t', '\u00a0', '\ufeff', "'", '//', '\u0001', '\u007f', 'é', '"\\x"', '"\\n"', '{"a":1}', '[1,2]'],
);

describe('tokens of JSON', () => {
  test('are found in exactly the texts that JSON.parse takes: made of fragments', () => {
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        expect(fault(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('are found in exactly the texts that JSON.parse takes: JSON with one character changed', () => {
    const change = fc.record({
      json: fc.json(),
      at: fc.nat(),
      by: fc.constantFrom('', '"', ',', '}', ']', ':', '\\', '0', ' '),
    });
    fc.assert(
      fc.property(change, ({ json, at, by }) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + by + json.slice(place + 1);
        expect(fault(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 1_000 },
    );
  });

  test('together are the text without its space', () => {
    const text = '{ "a" : [ 1.50 , -0e-1, "b c" ] , "d" : null }';
    expect([...jsonTokens(text)].map((token) => token.text).join('')).toBe('{"a":[1.50,-0e-1,"b c"],"d":null}');
    for (const token of jsonTokens(text)) expect(text.startsWith(token.text, token.start)).toBe(true);
  });

  const faults: readonly (readonly [text: string, line: number, column: number, message: RegExp])[] = [
    ['', 1, 1, /nothing here yet/],
    ['{"a":1,}', 1, 8, /comma before } is too much/],
    ['[1,]', 1, 4, /comma before ] is too much/],
    ['{"a":1\n "b":2}', 2, 2, /comma or } is missing/],
    ['[1 2]', 1, 4, /comma or ] is missing/],
    ['{"a" 1}', 1, 6, /colon is missing/],
    ['{"a":}', 1, 6, /value is missing before }/],
    ['{"a":,}', 1, 6, /value must stand here, not ,/],
    ['{a:1}', 1, 2, /a is not a value of JSON; a string stands in double quotes/],
    ['{1:1}', 1, 2, /name in double quotes/],
    ["{'a':1}", 1, 2, /straight double quotes/],
    ['{“a”:1}', 1, 2, /straight double quotes/],
    ['{\n  "a": [1\n}', 3, 1, /\[ of line 2 is not closed by }/],
    ['[{]', 1, 3, /{ of line 1 is not closed by ]/],
    ['{"a":[1', 1, 8, /text ends early: the \[ of line 1 wants its ]/],
    ['}', 1, 1, /closes nothing/],
    ['{} {}', 1, 4, /Nothing may stand behind/],
    ['["a', 1, 2, /not closed/],
    ['["a\n"]', 1, 4, /line’s end/],
    ['["\t"]', 1, 3, /tab in a string is written/],
    ['["\\x"]', 1, 3, /\\x is no escape/],
    ['[01]', 1, 2, /01 is not a number/],
    ['[+1]', 1, 2, /not a number/],
    ['[1.]', 1, 2, /not a number/],
    ['[NaN]', 1, 2, /NaN is not a value/],
    ['// hi\n{}', 1, 1, /no comments/],
  ];
  test.each(faults)('of %j end at line %i, column %i, with what to mend', (text, line, column, message) => {
    const found = fault(text);
    expect(found?.message).toMatch(message);
    expect(lineAndColumn(text, found?.offset ?? -1)).toEqual({ line, column });
  });
});
