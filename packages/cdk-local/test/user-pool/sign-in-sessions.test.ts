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
  const id = sessions.open(expected);
  const wait = (milliseconds: number) => {
    now += milliseconds;
  };
  return { ...sessions, id, wait };
}

test('a session is good for what it was opened for, again after a wrong code', () => {
  const { check, id } = open();
  expect(() => check(id, expected)).not.toThrow();
  expect(() => check(id, expected)).not.toThrow();
});

test.each([
  ['another client', { clientId: 'other' }],
  ['another user', { username: 'other' }],
  ['another challenge', { challenge: 'NEW_PASSWORD_REQUIRED' }],
])('but not for %s', (_case, changes) => {
  const { check, id } = open();
  expect(() => check(id, { ...expected, ...changes })).toThrow(refusal);
});

test('one that was closed, or never opened, is refused', () => {
  const { close, check, id } = open();
  close(id);
  expect(() => check(id, expected)).toThrow(refusal);
  expect(() => check('made up', expected)).toThrow(refusal);
});

test('it lasts three minutes', () => {
  const { check, wait, id } = open();
  wait(3 * 60_000);
  expect(() => check(id, expected)).not.toThrow();
  wait(1);
  expect(() => check(id, expected)).toThrow(refusal);
});

test('every session has its own id', () => {
  const { open: another, id } = open();
  expect(another(expected)).not.toBe(id);
});
