import { describe, expect, test } from '@jest/globals';
import { propertiesOf, stageNames, templateOf } from './synthesis.ts';

describe.each(stageNames)('the user pool of %s', (stageName) => {
  const template = templateOf(stageName);
  const [pool, ...otherPools] = Object.values(template.findResources('AWS::Cognito::UserPool'));
  const properties = pool?.Properties;

  test('is the only one', () => {
    expect(otherPools).toEqual([]);
  });

  test('lets anybody sign up with an e-mail address, in whatever letters, as the user name', () => {
    expect(properties).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      Schema: [{ Name: 'email', Required: true, Mutable: true }],
    });
  });

  test('verifies the address by a code, at the sign-up and before a new address takes the place of the old', () => {
    expect(properties).toMatchObject({
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      VerificationMessageTemplate: {
        DefaultEmailOption: 'CONFIRM_WITH_CODE',
        EmailMessage: expect.stringContaining('{####}'),
      },
    });
  });

  test('takes strong passwords only', () => {
    expect(properties?.Policies.PasswordPolicy).toEqual({
      MinimumLength: 12,
      RequireLowercase: true,
      RequireUppercase: true,
      RequireNumbers: true,
      RequireSymbols: true,
    });
  });

  test('gives a lost password back by e-mail only', () => {
    expect(properties?.AccountRecoverySetting).toEqual({
      RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }],
    });
  });

  test('offers an app as the second factor, and no text message that could be caught', () => {
    expect(properties).toMatchObject({ MfaConfiguration: 'OPTIONAL', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] });
    expect(properties?.SmsConfiguration).toBeUndefined();
  });

  test('is on the plan that costs least', () => {
    expect(properties?.UserPoolTier).toBe('LITE');
  });

  test('calls no function of its own when users come and go', () => {
    expect(properties?.LambdaConfig).toBeUndefined();
  });

  test('outlives the stack on prod and refuses to be deleted, on prod only', () => {
    const kept = stageName === 'prod';
    expect(properties?.DeletionProtection).toBe(kept ? 'ACTIVE' : 'INACTIVE');
    expect(pool?.DeletionPolicy).toBe(kept ? 'Retain' : 'Delete');
    expect(pool?.UpdateReplacePolicy).toBe(kept ? 'Retain' : 'Delete');
  });
});

describe.each(stageNames)('the app client of %s', (stageName) => {
  const [client, ...otherClients] = Object.values(propertiesOf(templateOf(stageName), 'AWS::Cognito::UserPoolClient'));

  test('is the only one, and has no secret, for a web page can keep none', () => {
    expect(otherClients).toEqual([]);
    expect(client?.GenerateSecret).toBe(false);
  });

  test('signs in by SRP, by password and by refresh token, and by nothing else', () => {
    expect([...(client?.ExplicitAuthFlows ?? [])].sort()).toEqual([
      'ALLOW_REFRESH_TOKEN_AUTH',
      'ALLOW_USER_PASSWORD_AUTH',
      'ALLOW_USER_SRP_AUTH',
    ]);
    expect(client?.AllowedOAuthFlowsUserPoolClient).toBe(false);
    expect(client?.SupportedIdentityProviders).toEqual(['COGNITO']);
  });

  test('tells nobody whether an address has signed up', () => {
    expect(client?.PreventUserExistenceErrors).toBe('ENABLED');
  });

  test('gives tokens for half an hour, renewed for 30 days unless they are revoked', () => {
    expect(client).toMatchObject({
      IdTokenValidity: 30,
      AccessTokenValidity: 30,
      RefreshTokenValidity: 30 * 24 * 60,
      TokenValidityUnits: { IdToken: 'minutes', AccessToken: 'minutes', RefreshToken: 'minutes' },
      EnableTokenRevocation: true,
    });
  });

  test('lets users read and change their address and nothing else: they cannot declare it verified', () => {
    expect(client?.ReadAttributes).toEqual(['email', 'email_verified']);
    expect(client?.WriteAttributes).toEqual(['email']);
  });
});
