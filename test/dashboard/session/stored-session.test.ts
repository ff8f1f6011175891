import { describe, expect, test } from '@jest/globals';
import { sessionChange, userKey } from '../../../dashboard/session/cognito-names.ts';

const refreshToken = 'CognitoIdentityServiceProvider.client.a.user@example.com.refreshToken';
const change = (key: string | null, oldValue: string | null, newValue: string | null) => ({ key, oldValue, newValue });

test('the user’s storage key is Amplify’s', () => {
  expect(userKey('client')).toBe('CognitoIdentityServiceProvider.client.LastAuthUser');
});

describe('sessionChange', () => {
  test('reports a start if a refresh token is added', () => {
    expect(sessionChange('client', change(refreshToken, null, 'token'))).toBe('started');
  });

  test('reports an end if the refresh token is removed', () => {
    expect(sessionChange('client', change(refreshToken, 'token', null))).toBe('ended');
  });

  test('reports an end if the storage is cleared', () => {
    expect(sessionChange('client', change(null, null, null))).toBe('ended');
  });

  test.each([
    ['a refresh token that changes', change(refreshToken, 'token', 'other')],
    ['a token of another client', change(refreshToken.replace('client', 'other'), 'token', null)],
    [
      'a client whose id starts with the same characters',
      change(refreshToken.replace('client', 'client2'), 'token', null),
    ],
    ['an access token', change(refreshToken.replace('refreshToken', 'accessToken'), 'token', null)],
    ['the user', change(userKey('client'), null, 'user')],
    ['the theme', change('theme', 'dark', null)],
  ])('ignores %s', (_what, storageChange) => {
    expect(sessionChange('client', storageChange)).toBeUndefined();
  });
});
