import { expect, test } from '@jest/globals';
import { keyLabels, type NamedKey } from '../../../dashboard/format/key-labels.ts';
import { revokeConfirmation } from '../../../dashboard/pages/keys/key-name.ts';

const key = (keyId: string, name: string, firstCharacters?: string): NamedKey => ({
  keyId,
  name,
  state: firstCharacters === undefined ? 'revoked' : 'active',
  secrets: firstCharacters === undefined ? [] : [{ secretId: keyId, firstCharacters, expiresAt: null, leakedAt: null }],
});
const one = key('key_0000000000AAAAAA', 'production', 'slc_4fGh');
const other = key('key_0000000000BBBBBB', 'Production ', 'slc_9xYz');
const revoked = key('key_0000000000CCCCCC', 'production');

test('two keys of the same name can be told apart in a choice', () => {
  expect([...keyLabels([one, other, revoked, key('d', 'staging', 'slc_1234')]).values()]).toEqual([
    'production, slc_4fGh…',
    'Production , slc_9xYz…',
    'production, …CCCCCC',
    'staging',
  ]);
});

test('what is typed to revoke a key tells it from the other one of its name', () => {
  expect(revokeConfirmation(one, [one])).toBe('production');
  expect(revokeConfirmation(one, [one, other])).toBe('slc_4fGh');
  expect(revokeConfirmation(other, [one, other])).toBe('slc_9xYz');
});
