import { describe, expect, test } from '@jest/globals';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { definitions } from './pool-template.ts';

const mail = { EmailSubject: 'Your code', EmailMessage: '{####}' };

describe('a user pool of the template', () => {
  test('is read with its client, by the ids that the rest of the template knows', () => {
    const { pools, clients } = definitions();
    expect(pools).toMatchObject([{ id: expect.stringMatching(/^eu-central-1_/), MfaConfiguration: 'OFF' }]);
    expect(clients).toMatchObject([{ UserPoolId: pools[0]?.id, AccessTokenValidity: 30, RefreshTokenValidity: 30 }]);
  });

  test.each([
    [
      'a trigger that is not emulated',
      { pool: { LambdaConfig: { PostAuthentication: 'arn' } } },
      'Pool: LambdaConfig.PostAuthentication: the local runtime does not know this property',
    ],
    [
      'links instead of codes',
      { pool: { VerificationMessageTemplate: { ...mail, DefaultEmailOption: 'CONFIRM_WITH_LINK' } } },
      'only codes are emulated',
    ],
    [
      'a mail without its code',
      { pool: { VerificationMessageTemplate: { ...mail, EmailMessage: 'Welcome' } } },
      'must contain {####}',
    ],
    ['phone numbers as names', { pool: { UsernameAttributes: ['phone_number'] } }, 'only email is emulated'],
    ['a second factor for all', { pool: { MfaConfiguration: 'ON' } }, 'only OFF and OPTIONAL are emulated'],
    [
      'answers that say whom it knows',
      { client: { PreventUserExistenceErrors: 'LEGACY' } },
      'only ENABLED is emulated',
    ],
    ['tokens for good', { client: { EnableTokenRevocation: false } }, 'only tokens that can be revoked are emulated'],
    ['a client secret', { client: { GenerateSecret: true } }, 'a client secret is not emulated'],
    ['OAuth flows', { client: { AllowedOAuthFlowsUserPoolClient: true } }, 'OAuth flows are not emulated'],
    ['call-back addresses', { client: { CallbackURLs: [] } }, 'Client: CallbackURLs: the local runtime does not know'],
  ])('is refused with %s', (_case, changes, message) => {
    expect(() => definitions(changes)).toThrow(UnsupportedResourceError);
    expect(() => definitions(changes)).toThrow(message);
  });
});
