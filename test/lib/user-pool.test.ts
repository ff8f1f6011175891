import { describe, expect, test } from '@jest/globals';
import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import { settings } from '../support/settings.ts';
import { arn, grantsOf, ownLogs } from './functions.ts';
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

  test('has no Lambda triggers while sign-up is open', () => {
    expect(properties?.LambdaConfig).toBeUndefined();
  });

  test('is retained and protected from deletion, on prod only', () => {
    const kept = stageName === 'prod';
    expect(properties?.DeletionProtection).toBe(kept ? 'ACTIVE' : 'INACTIVE');
    expect(pool?.DeletionPolicy).toBe(kept ? 'Retain' : 'Delete');
    expect(pool?.UpdateReplacePolicy).toBe(kept ? 'Retain' : 'Delete');
  });
});

const sesIdentity = (region: string, identity: string) => ({
  'Fn::Join': [
    '',
    ['arn:', { Ref: 'AWS::Partition' }, `:ses:${region}:`, { Ref: 'AWS::AccountId' }, `:identity/${identity}`],
  ],
});

const signUpCheck = 'ControlPlaneUserPoolSignUpCheck';

const poolWith = (changed: Partial<EffectiveSettings>) => {
  const template = templateOf('prod', { settings: changed });
  return { template, properties: Object.values(propertiesOf(template, 'AWS::Cognito::UserPool'))[0] };
};

describe('the user pool of a closed service', () => {
  const { properties, template } = poolWith({ signUp: 'closed' });

  test('lets only administrators create users, without a function', () => {
    expect(properties?.AdminCreateUserConfig.AllowAdminCreateUserOnly).toBe(true);
    expect(properties?.LambdaConfig).toBeUndefined();
    expect(propertiesOf(template, 'AWS::Lambda::Function', signUpCheck)).toEqual({});
  });
});

describe('the user pool of a service for some e-mail domains', () => {
  const { properties, template } = poolWith({ signUp: { emailDomains: ['example.com'] } });
  const functions = Object.entries(propertiesOf(template, 'AWS::Lambda::Function', signUpCheck));
  const [name = ''] = functions.map(([id]) => id);

  test('lets visitors sign up, and asks a function first', () => {
    expect(functions).toHaveLength(1);
    expect(properties?.AdminCreateUserConfig.AllowAdminCreateUserOnly).toBe(false);
    expect(properties?.LambdaConfig).toEqual({ PreSignUp: arn(name) });
  });

  test('may call the function, and no other pool may', () => {
    const permissions = Object.values(propertiesOf(template, 'AWS::Lambda::Permission')).filter(
      ({ Principal }) => Principal === 'cognito-idp.amazonaws.com',
    );
    const [pool = ''] = Object.keys(template.findResources('AWS::Cognito::UserPool'));
    expect(permissions).toEqual([
      {
        Action: 'lambda:InvokeFunction',
        FunctionName: arn(name),
        Principal: 'cognito-idp.amazonaws.com',
        SourceArn: arn(pool),
      },
    ]);
  });

  test('gives the function its own log and no table', () => {
    const [logs = ''] = Object.keys(propertiesOf(template, 'AWS::Logs::LogGroup', signUpCheck));
    expect(grantsOf(template, signUpCheck)).toEqual(ownLogs(logs));
  });

  test('waits for the function as long as Cognito does', () => {
    expect(functions[0]?.[1].Timeout).toBe(5);
  });
});

describe('the sender of mails', () => {
  test('is Cognito itself by default', () => {
    expect(poolWith({}).properties?.EmailConfiguration).toBeUndefined();
  });

  test('is the address of the settings, by SES, with the service’s name', () => {
    const { properties } = poolWith({ mail: { from: 'hello@example.com', region: 'eu-west-1' } });
    expect(properties?.EmailConfiguration).toEqual({
      EmailSendingAccount: 'DEVELOPER',
      From: `${settings.service.name} <hello@example.com>`,
      SourceArn: sesIdentity('eu-west-1', 'hello@example.com'),
    });
  });

  test('uses the name, the verified domain and the reply address of the settings', () => {
    const mail = { from: 'hello@example.com', fromName: 'Acme RPC', replyTo: 'help@example.com' };
    const { properties } = poolWith({ mail: { ...mail, verifiedDomain: 'example.com', region: 'eu-west-1' } });
    expect(properties?.EmailConfiguration).toEqual({
      EmailSendingAccount: 'DEVELOPER',
      From: 'Acme RPC <hello@example.com>',
      ReplyToEmailAddress: 'help@example.com',
      SourceArn: sesIdentity('eu-west-1', 'example.com'),
    });
  });

  test('needs a region', () => {
    expect(() => poolWith({ mail: { from: 'hello@example.com' } })).toThrow('mail.region is missing');
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
