import { beforeEach, describe, expect, test } from '@jest/globals';
import { amplify, amplifyError, configured, networkError, resetAmplify, stored } from './amplify.ts';

const { configureSession, idToken, isSignedIn } = await import('../../../dashboard/session/session.ts');

const config = {
  apiUrl: '/',
  userPool: { endpoint: 'http://127.0.0.1:8547', id: 'us-east-1_abc', clientId: 'client' },
};

beforeEach(resetAmplify);

describe('configureSession', () => {
  test('sets the pool, its client and a custom endpoint', () => {
    configureSession(config);
    expect(configured.Auth.Cognito).toEqual({
      userPoolId: 'us-east-1_abc',
      userPoolClientId: 'client',
      userPoolEndpoint: 'http://127.0.0.1:8547',
    });
  });

  test('leaves AWS’s own endpoint to Amplify, which would warn about it', () => {
    const endpoint = 'https://cognito-idp.us-east-1.amazonaws.com';
    configureSession({ ...config, userPool: { ...config.userPool, endpoint } });
    expect(configured.Auth.Cognito).toEqual({ userPoolId: 'us-east-1_abc', userPoolClientId: 'client' });
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
  beforeEach(() => configureSession(config));

  test('is false while nothing is stored', async () => {
    expect(await isSignedIn()).toBe(false);
  });

  test('is true while a user is stored, without a request', async () => {
    stored.set('CognitoIdentityServiceProvider.client.LastAuthUser', 'user');
    amplify.fetchAuthSession.mockRejectedValue(networkError());
    expect(await isSignedIn()).toBe(true);
    expect(amplify.fetchAuthSession).not.toHaveBeenCalled();
  });

  test('ignores the user of another client', async () => {
    stored.set('CognitoIdentityServiceProvider.other.LastAuthUser', 'user');
    expect(await isSignedIn()).toBe(false);
  });
});
