import { expect, test } from '@jest/globals';
import { createSignInSessions } from '../../user-pool/sign-in-sessions.ts';

const expected = { clientId: 'client', username: 'user', challenge: 'SOFTWARE_TOKEN_MFA' };
const refusal = expect.objectContaining({
  code: 'NotAuthorizedException',
  message: 'Invalid session for the user, session is expired.',
});

function open() {
  let now = 0;
  const sessions = createSignInSessions(() => now);
  sessions.open({ Session: '1', ChallengeName: 'SOFTWARE_TOKEN_MFA' }, 'client', 'user');
  const wait = (milliseconds: number) => {
    now += milliseconds;
  };
  return { ...sessions, wait };
}

test('a session is good for what it was opened for, again after a wrong code', () => {
  const { check } = open();
  expect(() => check('1', expected)).not.toThrow();
  expect(() => check('1', expected)).not.toThrow();
});

test.each([
  ['another client', { clientId: 'other' }],
  ['another user', { username: 'other' }],
  ['another challenge', { challenge: 'NEW_PASSWORD_REQUIRED' }],
])('but not for %s', (_case, changes) => {
  expect(() => open().check('1', { ...expected, ...changes })).toThrow(refusal);
});

test('one that was closed, or never opened, is refused', () => {
  const { close, check } = open();
  close('1');
  expect(() => check('1', expected)).toThrow(refusal);
  expect(() => check('made up', expected)).toThrow(refusal);
});

test('it lasts three minutes', () => {
  const { check, wait } = open();
  wait(3 * 60_000);
  expect(() => check('1', expected)).not.toThrow();
  wait(1);
  expect(() => check('1', expected)).toThrow(refusal);
});

test('an output that is no challenge opens none', () => {
  const { open: remember, check } = open();
  remember({ AuthenticationResult: {}, Session: '2' }, 'client', 'user');
  expect(() => check('2', expected)).toThrow(refusal);
});
