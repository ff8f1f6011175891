import { describe, expect, test } from '@jest/globals';
import { sessionChange, userKey } from '../../../dashboard/session/cognito-names.ts';

const refreshToken = 'CognitoIdentityServiceProvider.client.a.user@example.com.refreshToken';
const change = (key: string | null, oldValue: string | null, newValue: string | null) => ({ key, oldValue, newValue });

test('the user is stored where Amplify stores it', () => {
  expect(userKey('client')).toBe('CognitoIdentityServiceProvider.client.LastAuthUser');
});

describe('changeOf', () => {
  test('a refresh token that appears starts a session', () => {
    expect(sessionChange('client', change(refreshToken, null, 'token'))).toBe('started');
  });

  test('a refresh token that is removed ends it', () => {
    expect(sessionChange('client', change(refreshToken, 'token', null))).toBe('ended');
  });

  test('storage that is emptied ends it', () => {
    expect(sessionChange('client', change(null, null, null))).toBe('ended');
  });

  test.each([
    ['a refresh token that changes', change(refreshToken, 'token', 'other')],
    ['a token of another client', change(refreshToken.replace('client', 'other'), 'token', null)],
    ['a client whose id begins alike', change(refreshToken.replace('client', 'client2'), 'token', null)],
    ['an access token', change(refreshToken.replace('refreshToken', 'accessToken'), 'token', null)],
    ['the user', change(userKey('client'), null, 'user')],
    ['the theme', change('sluice-theme', 'dark', null)],
  ])('%s means nothing', (_what, storageChange) => {
    expect(sessionChange('client', storageChange)).toBeUndefined();
  });
});
