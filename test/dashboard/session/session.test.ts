import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  amplify,
  amplifyError,
  configured,
  log,
  networkError,
  resetAmplify,
  sessionConfig,
  stored,
} from './amplify.ts';

const { configureSession, idToken, isSignedIn, signOut } = await import('../../../dashboard/session/session.ts');

beforeEach(resetAmplify);

describe('configureSession', () => {
  beforeEach(() => {
    amplify.fetchAuthSession.mockResolvedValue({});
  });

  test('sets the pool, its client and a custom endpoint without a warning, once Amplify is needed', async () => {
    configureSession(sessionConfig);
    expect(configured.Auth.Cognito).toEqual({});
    await idToken();
    expect(configured.Auth.Cognito).toEqual({
      userPoolId: 'us-east-1_abc',
      userPoolClientId: 'client',
      userPoolEndpoint: 'http://127.0.0.1:8547',
    });
    expect(log.LOG_LEVEL).toBe('ERROR');
  });

  test('leaves AWS’s own endpoint to Amplify, which would warn about it', async () => {
    const endpoint = 'https://cognito-idp.us-east-1.amazonaws.com';
    configureSession({ userPool: { ...sessionConfig.userPool, endpoint } });
    await idToken();
    expect(configured.Auth.Cognito).toEqual({ userPoolId: 'us-east-1_abc', userPoolClientId: 'client' });
    expect(log.LOG_LEVEL).toBeUndefined();
  });
});

describe('idToken', () => {
  test('is the token of the session', async () => {
    amplify.fetchAuthSession.mockResolvedValue({ tokens: { idToken: { toString: () => 'token' } } });
    expect(await idToken()).toBe('token');
  });

  test('is undefined when signed out', async () => {
    amplify.fetchAuthSession.mockResolvedValue({});
    expect(await idToken()).toBeUndefined();
  });

  test.each([
    ['the network is down', networkError(), 'unreachable'],
    ['there are too many requests', amplifyError('TooManyRequestsException'), 'busy'],
    ['the service fails', amplifyError('InternalErrorException'), 'failed'],
  ])('%s: fails, but does not end the session', async (_what, error, code) => {
    amplify.fetchAuthSession.mockRejectedValue(error);
    await expect(idToken()).rejects.toMatchObject({ code });
  });

  test.each([
    amplifyError('NotAuthorizedException', 'Refresh Token has been revoked'),
    amplifyError('UserNotFoundException'),
    amplifyError('TokenRevokedException'),
    amplifyError('RefreshTokenReuseException'),
  ])('$name: is undefined, because the session has ended', async (error) => {
    amplify.fetchAuthSession.mockRejectedValue(error);
    expect(await idToken()).toBeUndefined();
  });
});

describe('isSignedIn', () => {
  const storage = { getItem: (key: string) => stored.get(key) ?? null };
  const blocked = {
    getItem: () => {
      throw new Error('SecurityError: The request was denied.');
    },
  };
  beforeEach(() => {
    Object.assign(globalThis, { localStorage: storage });
  });
  afterAll(() => {
    Reflect.deleteProperty(globalThis, 'localStorage');
  });

  test('is false while nothing is stored', async () => {
    expect(await isSignedIn()).toBe(false);
  });

  test('is true while a user is stored, without a request and without Amplify', async () => {
    stored.set('CognitoIdentityServiceProvider.client.LastAuthUser', 'user');
    expect(await isSignedIn()).toBe(true);
    expect(amplify.fetchAuthSession).not.toHaveBeenCalled();
    expect(configured.Auth.Cognito).toEqual({});
  });

  test('ignores the user of another client', async () => {
    stored.set('CognitoIdentityServiceProvider.other.LastAuthUser', 'user');
    expect(await isSignedIn()).toBe(false);
  });

  test('is Amplify’s answer if the browser allows no storage', async () => {
    Object.assign(globalThis, { localStorage: blocked });
    expect(await isSignedIn()).toBe(false);
    stored.set('CognitoIdentityServiceProvider.client.LastAuthUser', 'user');
    expect(await isSignedIn()).toBe(true);
  });
});

describe('signOut', () => {
  test('ends the session in Amplify, which revokes it', async () => {
    await signOut();
    expect(amplify.signOut).toHaveBeenCalledTimes(1);
  });
});
