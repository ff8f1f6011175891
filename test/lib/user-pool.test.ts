import { describe, expect, test } from '@jest/globals';
import { propertiesOf, stageNames, templateOf } from './synthesis.ts';

describe.each(stageNames)('the user pool of %s', (stageName) => {
  const template = templateOf(stageName);
  const [pool, ...otherPools] = Object.values(template.findResources('AWS::Cognito::UserPool'));
  const properties = pool?.Properties;

  test('is the only one', () => {
    expect(otherPools).toEqual([]);
  });

  test('lets anyone sign up with an e-mail address as the user name, in upper or lower case', () => {
    expect(properties).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      Schema: [{ Name: 'email', Required: true, Mutable: true }],
    });
  });

  test('verifies the address by a code, at sign-up and before a new address replaces the old one', () => {
    expect(properties).toMatchObject({
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      VerificationMessageTemplate: {
        DefaultEmailOption: 'CONFIRM_WITH_CODE',
        EmailMessage: expect.stringContaining('{####}'),
      },
    });
  });

  test('accepts only strong passwords', () => {
    expect(properties?.Policies.PasswordPolicy).toEqual({
      MinimumLength: 12,
      RequireLowercase: true,
      RequireUppercase: true,
      RequireNumbers: true,
      RequireSymbols: true,
    });
  });

  test('recovers a lost password only by e-mail', () => {
    expect(properties?.AccountRecoverySetting).toEqual({
      RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }],
    });
  });

  test('offers an authenticator app as the second factor, and no text messages, which can be intercepted', () => {
    expect(properties).toMatchObject({ MfaConfiguration: 'OPTIONAL', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] });
    expect(properties?.SmsConfiguration).toBeUndefined();
  });

  test('is on the cheapest plan', () => {
    expect(properties?.UserPoolTier).toBe('LITE');
  });

  test('has no Lambda triggers', () => {
    expect(properties?.LambdaConfig).toBeUndefined();
  });

  test('is retained and protected from deletion, on prod only', () => {
    const kept = stageName === 'prod';
    expect(properties?.DeletionProtection).toBe(kept ? 'ACTIVE' : 'INACTIVE');
    expect(pool?.DeletionPolicy).toBe(kept ? 'Retain' : 'Delete');
    expect(pool?.UpdateReplacePolicy).toBe(kept ? 'Retain' : 'Delete');
  });
});

describe.each(stageNames)('the app client of %s', (stageName) => {
  const [client, ...otherClients] = Object.values(propertiesOf(templateOf(stageName), 'AWS::Cognito::UserPoolClient'));

  test('is the only one, and has no secret, because a web page cannot keep one', () => {
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

  test('does not reveal whether an address has signed up', () => {
    expect(client?.PreventUserExistenceErrors).toBe('ENABLED');
  });

  test('issues tokens for half an hour, renewable for 30 days unless revoked', () => {
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
