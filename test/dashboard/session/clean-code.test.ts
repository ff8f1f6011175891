import { expect, test } from '@jest/globals';
import { cleanCode } from '../../../dashboard/session/sign-in.ts';

test.each(['123456', ' 123456\n', '123 456', '123-456', '1 2 3 4 5 6', '\u00a0123\u202f456'])(
  'a code pasted as %j becomes 123456',
  (typed) => {
    expect(cleanCode(typed)).toBe('123456');
  },
);

test('leading zeros are kept', () => {
  expect(cleanCode('000 042')).toBe('000042');
});
