import { expect, test } from '@jest/globals';
import { revocationText } from '../../../../dashboard/pages/keys/key/revocation-text.ts';

const at = '2026-11-20T12:00:00.000Z';

test.each([
  ['customer', null, 'by you'],
  ['customer', 'CI', 'by the token “CI”'],
  ['operator', null, 'by the operator'],
  ['holder', null, 'after a report that its secret has leaked'],
  ['github', null, 'because GitHub found its secret in a public place'],
  ['of-a-later-release', null, 'by of-a-later-release'],
])('a key that %s (token %s) revoked says so', (by, tokenName, text) => {
  expect(revocationText({ at, by, tokenName })).toBe(text);
});
