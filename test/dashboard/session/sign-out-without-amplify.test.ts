import { afterAll, beforeEach, expect, jest, test } from '@jest/globals';
import { UnreachableError } from '../../../dashboard/api/api-errors.ts';
import { sessionConfig } from './amplify.ts';

jest.unstable_mockModule('../../../dashboard/session/amplify.ts', () => {
  throw new Error('Failed to fetch dynamically imported module');
});
const { configureSession, idToken, signOut } = await import('../../../dashboard/session/session.ts');

const mine = 'CognitoIdentityServiceProvider.client';
const stored: Record<string, string> = {};
const storage = {
  removeItem: (key: string) => {
    delete stored[key];
  },
};

beforeEach(() => {
  const keys = [`${mine}.LastAuthUser`, `${mine}.user.refreshToken`, `${mine}2.LastAuthUser`, 'theme'];
  Object.assign(stored, Object.fromEntries(keys.map((key) => [key, 'kept'])));
  // As in a browser, the keys of the storage are its properties.
  Object.assign(globalThis, { localStorage: new Proxy(stored, { get: (_, name) => Reflect.get(storage, name) }) });
  configureSession(sessionConfig);
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'localStorage');
});

test('while Amplify cannot be loaded, signing out removes this client’s tokens, and nothing else', async () => {
  await signOut();
  expect(Object.keys(stored)).toEqual([`${mine}2.LastAuthUser`, 'theme']);
});

test('while Amplify cannot be loaded, there is no token, and the session does not end', async () => {
  await expect(idToken()).rejects.toBeInstanceOf(UnreachableError);
  await expect(idToken()).rejects.toBeInstanceOf(UnreachableError);
});
