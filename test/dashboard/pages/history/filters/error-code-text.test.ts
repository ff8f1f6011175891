import { describe, expect, test } from '@jest/globals';
import { errorCodeProblem, parseErrorCode } from '../../../../../dashboard/pages/history/filters/error-code-text.ts';

describe('the text of the error code filter', () => {
  test.each([
    ['-32602', -32_602],
    [' 4444 ', 4_444],
    ['0', 0],
    ['Other', 'other'],
    ['−32004', -32_004],
    ['9'.repeat(15), 999_999_999_999_999],
  ])('“%s” is a code', (text, code) => {
    expect(parseErrorCode(text)).toBe(code);
    expect(errorCodeProblem(text)).toBeUndefined();
  });

  test.each(['x', '1.5', '--1', '9'.repeat(16), `-1${'0'.repeat(15)}`, 'none'])('“%s” is refused', (text) => {
    expect(parseErrorCode(text)).toBeUndefined();
    expect(errorCodeProblem(text)).toContain('whole number');
  });

  test('may be empty: no filter, and no problem', () => {
    expect(parseErrorCode(' ')).toBeUndefined();
    expect(errorCodeProblem(' ')).toBeUndefined();
  });
});
