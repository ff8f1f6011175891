import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JsonSyntaxError, lineAndColumn } from '../../../dashboard/json/json-lexemes.ts';
import { jsonTokens } from '../../../dashboard/json/json-tokens.ts';

function syntaxError(text: string): JsonSyntaxError | undefined {
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
  test('are read from exactly the texts that JSON.parse accepts: random fragments', () => {
    fc.assert(
      fc.property(fc.array(fragments, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        expect(syntaxError(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('are read from exactly the texts that JSON.parse accepts: JSON with one changed character', () => {
    const change = fc.record({
      json: fc.json(),
      at: fc.nat(),
      by: fc.constantFrom('', '"', ',', '}', ']', ':', '\\', '0', ' '),
    });
    fc.assert(
      fc.property(change, ({ json, at, by }) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + by + json.slice(place + 1);
        expect(syntaxError(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 1_000 },
    );
  });

  test('together are the text without whitespace', () => {
    const text = '{ "a" : [ 1.50 , -0e-1, "b c" ] , "d" : null }';
    expect([...jsonTokens(text)].map((token) => token.text).join('')).toBe('{"a":[1.50,-0e-1,"b c"],"d":null}');
    for (const token of jsonTokens(text)) expect(text.startsWith(token.text, token.start)).toBe(true);
  });

  const errors: readonly (readonly [text: string, line: number, column: number, message: RegExp])[] = [
    ['', 1, 1, /body is empty/],
    ['{"a":1,}', 1, 8, /Remove the comma before }/],
    ['[1,]', 1, 4, /Remove the comma before ]/],
    ['{"a":1\n "b":2}', 2, 2, /comma or } is missing/],
    ['[1 2]', 1, 4, /comma or ] is missing/],
    ['{"a" 1}', 1, 6, /colon is missing/],
    ['{"a":}', 1, 6, /value is missing before }/],
    ['{"a":,}', 1, 6, /Expected a value, not ,/],
    ['{a:1}', 1, 2, /a is not a JSON value\. Put strings in double quotes/],
    ['{1:1}', 1, 2, /name in double quotes/],
    ["{'a':1}", 1, 2, /straight double quotes/],
    ['{“a”:1}', 1, 2, /straight double quotes/],
    ['{\n  "a": [1\n}', 3, 1, /} does not close the \[ in line 2/],
    ['[{]', 1, 3, /] does not close the { in line 1/],
    ['{"a":[1', 1, 8, /text ends early\. Close the \[ in line 1 with ]/],
    ['}', 1, 1, /no opening bracket/],
    ['{} {}', 1, 4, /Unexpected text after the call/],
    ['["a', 1, 2, /not closed/],
    ['["a\n"]', 1, 4, /line break/],
    ['["\t"]', 1, 3, /Write a tab in a string as/],
    ['["\\x"]', 1, 3, /\\x is not a JSON escape/],
    ['[01]', 1, 2, /01 is not a valid JSON number/],
    ['[+1]', 1, 2, /not a valid JSON number/],
    ['[1.]', 1, 2, /not a valid JSON number/],
    ['[NaN]', 1, 2, /NaN is not a JSON value/],
    ['// hi\n{}', 1, 1, /not allow comments/],
  ];
  test.each(errors)(
    'of %j end with an error at line %i, column %i that says what to fix',
    (text, line, column, message) => {
      const found = syntaxError(text);
      expect(found?.message).toMatch(message);
      expect(lineAndColumn(text, found?.offset ?? -1)).toEqual({ line, column });
    },
  );
});
