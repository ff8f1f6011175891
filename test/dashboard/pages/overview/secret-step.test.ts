import { describe, expect, test } from '@jest/globals';
import type { Key } from '../../../../dashboard/api/api.ts';
import { isSecretStepDone } from '../../../../dashboard/pages/overview/onboarding/secret-step.ts';

const key: Key = {
  keyId: 'key_a',
  name: 'a',
  state: 'active',
  createdAt: '2026-11-01T00:00:00.000Z',
  revoked: null,
  lastUsedAt: null,
  secrets: [],
  startedWith: null,
  limits: null,
  calls: null,
};
const [none, unsaved] = [undefined, { isSaved: false }];

describe('the step of the secret is done', () => {
  test('once the secret is saved', () => {
    const created = { key, secret: 'slc_secret' };
    expect(isSecretStepDone({ created, keyBefore: none, ...unsaved })).toBe(false);
    expect(isSecretStepDone({ created, keyBefore: none, isSaved: true })).toBe(true);
  });

  test('once the user replaces a lost secret later', () => {
    const created = { key, secret: null };
    expect(isSecretStepDone({ created, keyBefore: none, ...unsaved })).toBe(false);
    expect(isSecretStepDone({ created, keyBefore: none, isSaved: true })).toBe(true);
  });

  test('at once if another page created the key, and not before there is one', () => {
    expect(isSecretStepDone({ created: none, keyBefore: key, ...unsaved })).toBe(true);
    expect(isSecretStepDone({ created: none, keyBefore: none, ...unsaved })).toBe(false);
  });
});
