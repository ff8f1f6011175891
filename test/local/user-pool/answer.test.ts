import { expect, test } from '@jest/globals';
import { signInAnswer } from '../../../local/user-pool/answer.ts';

const failure = (__type: string) => ({ status: 400, body: JSON.stringify({ __type, message: 'whatever' }) });

test('a wrong password and an unknown user cannot be told apart', () => {
  const answers = ['InvalidPasswordException', 'NotAuthorizedException', 'UserNotFoundException'].map((type) =>
    signInAnswer(failure(type)),
  );
  const body = '{"__type":"NotAuthorizedException","message":"Incorrect username or password."}';
  for (const answer of answers) expect(answer).toEqual({ status: 400, body });
});

test('a user who has still to confirm is told so', () => {
  expect(signInAnswer(failure('UserNotConfirmedException'))).toEqual(failure('UserNotConfirmedException'));
});

test('tokens come with their type and the seconds that they live', () => {
  const payload = Buffer.from('{"iat":100,"exp":1900}').toString('base64url');
  const tokens = { AccessToken: `head.${payload}.signature`, IdToken: 'id' };
  const { status, body } = signInAnswer({ status: 200, body: JSON.stringify({ AuthenticationResult: tokens }) });
  const result = { ...tokens, TokenType: 'Bearer', ExpiresIn: 1_800 };
  expect([status, JSON.parse(body)]).toEqual([200, { AuthenticationResult: result }]);
});

test('a challenge stays as it is', () => {
  const challenge = { status: 200, body: '{"ChallengeName":"SOFTWARE_TOKEN_MFA"}' };
  expect(signInAnswer(challenge)).toEqual(challenge);
});
