import { describe, expect, test } from '@jest/globals';
import { parseJson, writeJson } from '../lossless-json.ts';

describe('JSON without loss', () => {
  test('an integer beyond 2^53 is read and written digit for digit', () => {
    const text = '{"lamports":18446744073709551615,"id":[9007199254740993,1]}';
    expect(parseJson(text)).toEqual({ lamports: 18446744073709551615n, id: [9007199254740993n, 1] });
    expect(writeJson(parseJson(text))).toBe(text);
  });

  test('fractions, exponents and digits inside strings stay what they are', () => {
    const text = '[1.5,1e+300,"9007199254740993",null,true]';
    expect(parseJson(text)).toEqual([1.5, 1e300, '9007199254740993', null, true]);
    expect(writeJson(parseJson(text))).toBe(text);
  });

  test('what is not JSON is refused', () => {
    expect(() => parseJson('{')).toThrow(SyntaxError);
  });
});
