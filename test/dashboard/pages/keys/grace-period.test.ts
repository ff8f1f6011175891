import { describe, expect, test } from '@jest/globals';
import { formatHours, graceChoices, graceHours, graceProblem } from '../../../../dashboard/pages/keys/grace-period.ts';
import { GraceError } from '../../../../src/keys/rotate-key.ts';

describe('the grace period of a rotation', () => {
  test('is the chosen one, whatever the hidden field has', () => {
    expect(graceChoices.map(({ value }) => graceHours(value, '12'))).toEqual([0, 1, 24, 168, 12]);
    expect(graceHours('24', 'nonsense')).toBe(24);
  });

  test.each(['0', '1', ' 48 ', '007', '168'])('may be typed: %j hours', (typed) => {
    expect(graceHours('other', typed)).toBe(Number(typed));
    expect(graceProblem(typed)).toBeUndefined();
  });

  test.each(['', ' ', '-1', '169', '999', '1000', '1.5', '1e2', '0x10', 'two', '24h', '1 2'])(
    'is refused as by the API, with its message: %j',
    (typed) => {
      expect(graceHours('other', typed)).toBeUndefined();
      expect(graceProblem(typed)).toBe(new GraceError().message);
    },
  );

  test.each([
    [1, '1 hour'],
    [24, '24 hours'],
    [30, '30 hours'],
    [48, '2 days'],
    [167, '167 hours'],
    [168, '7 days'],
  ])('of %d hours reads %j', (hours, words) => expect(formatHours(hours)).toBe(words));
});
