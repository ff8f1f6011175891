import { describe, expect, test } from '@jest/globals';
import { refusalOf } from '../../../local/user-pool/refusal.ts';
import { definitions } from './pool.ts';

const { clients } = definitions();
const ClientId = clients[0]?.id;

describe('what a pool refuses by the template', () => {
  const weak = {
    __type: 'InvalidPasswordException',
    message: 'Password did not conform with policy: Password not long enough',
  };

  test.each(['SignUp', 'ConfirmForgotPassword'])('%s with a weak password', (operation) => {
    expect(refusalOf(operation, { ClientId, Username: 'a@b.example', Password: 'weak' }, definitions())).toEqual(weak);
    expect(refusalOf(operation, { ClientId, Password: 'Correct-horse-1' }, definitions())).toBeUndefined();
  });

  test.each(['CUSTOM_AUTH', 'USER_AUTH'])('a sign-in by %s, which the client does not allow', (AuthFlow) => {
    expect(refusalOf('InitiateAuth', { ClientId, AuthFlow }, definitions())).toEqual({
      __type: 'InvalidParameterException',
      message: `${AuthFlow} flow not enabled for this client`,
    });
  });

  test.each(['USER_PASSWORD_AUTH', 'REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN'])('but not one by %s', (AuthFlow) => {
    expect(refusalOf('InitiateAuth', { ClientId, AuthFlow }, definitions())).toBeUndefined();
  });

  test.each([[{ ClientId: 'unknown', Password: 'weak' }], [{}], ['text'], [null]])(
    'and leaves what it cannot judge to cognito-local: %j',
    (input) => {
      expect(refusalOf('SignUp', input, definitions())).toBeUndefined();
      expect(refusalOf('InitiateAuth', input, definitions())).toBeUndefined();
    },
  );
});
