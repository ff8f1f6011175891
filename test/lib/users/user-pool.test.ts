import { describe, expect, test } from '@jest/globals';
import type { EffectiveSettings } from '../../../lib/settings/settings.ts';
import { userConfirmedEnvironment } from '../../../src/environment.ts';
import { readEnvironment } from '../../../src/read-environment.ts';
import { settings } from '../../support/settings.ts';
import { arn, deployedVariablesOf, grantsOf, ownLogs } from '../functions/function-properties.ts';
import { propertiesOf, stageNames, templateOf } from '../synthesis.ts';

const trigger = 'ControlPlaneUserPoolUserConfirmed';

describe.each(stageNames)('the user pool of %s', (stageName) => {
  const template = templateOf(stageName);
  const [pool, ...otherPools] = Object.values(template.findResources('AWS::Cognito::UserPool'));
  const [poolId = ''] = Object.keys(template.findResources('AWS::Cognito::UserPool'));
  const [functionId = ''] = Object.keys(propertiesOf(template, 'AWS::Lambda::Function', trigger));
  const properties = pool?.Properties;

  test('is the only one', () => {
    expect(otherPools).toEqual([]);
  });

  test('lets only the server create users, with an email address as the user name, in upper or lower case', () => {
    expect(properties).toMatchObject({
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
    });
  });

  test('requires no attribute, because Cognito lets every client write required ones', () => {
    expect(properties?.Schema).toBeUndefined();
  });

  test('mails a code with its validity, and tells strangers to ignore it', () => {
    const { EmailMessage, EmailSubject } = properties?.AdminCreateUserConfig.InviteMessageTemplate ?? {};
    expect(EmailSubject).toContain(settings.service.name);
    for (const part of ['{####}', '{username}', 'valid for one day', 'did not ask for this']) {
      expect(EmailMessage).toContain(part);
    }
  });

  test('verifies the address by a code, before a new address replaces the old one', () => {
    expect(properties).toMatchObject({
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      VerificationMessageTemplate: {
        DefaultEmailOption: 'CONFIRM_WITH_CODE',
        EmailMessage: expect.stringContaining('{####}'),
      },
    });
  });

  test('accepts long passwords of any characters, and codes for a day, Cognito’s shortest time', () => {
    expect(properties?.Policies.PasswordPolicy).toEqual({
      MinimumLength: 12,
      RequireLowercase: false,
      RequireUppercase: false,
      RequireNumbers: false,
      RequireSymbols: false,
      TemporaryPasswordValidityDays: 1,
    });
  });

  test('recovers a lost password only by email', () => {
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

  test('calls one trigger, after a confirmation', () => {
    expect(properties?.LambdaConfig).toEqual({ PostConfirmation: arn(functionId) });
  });

  test('may call that function, and no other pool may', () => {
    const permissions = Object.values(propertiesOf(template, 'AWS::Lambda::Permission')).filter(
      ({ Principal }) => Principal === 'cognito-idp.amazonaws.com',
    );
    expect(permissions).toEqual([
      {
        Action: 'lambda:InvokeFunction',
        FunctionName: arn(functionId),
        Principal: 'cognito-idp.amazonaws.com',
        SourceArn: arn(poolId),
      },
    ]);
  });

  test('gives the trigger the time that Cognito waits, Directory, and the sign-out of its users', () => {
    expect(propertiesOf(template, 'AWS::Lambda::Function', trigger)[functionId]?.Timeout).toBe(5);
    const [logs = ''] = Object.keys(propertiesOf(template, 'AWS::Logs::LogGroup', trigger));
    const directory = arn('TablesDirectoryD82D92C0');
    expect(grantsOf(template, trigger)).toEqual([
      ...ownLogs(logs),
      ['dynamodb:GetItem', directory],
      ['dynamodb:PutItem', directory],
      ['dynamodb:UpdateItem', directory],
    ]);
    expect(Object.values(propertiesOf(template, 'AWS::IAM::Policy', trigger))).toMatchObject([
      {
        PolicyDocument: { Statement: [{ Action: 'cognito-idp:AdminUserGlobalSignOut', Resource: arn(poolId) }] },
        Roles: [{ Ref: expect.stringMatching(new RegExp(`^${trigger}Role`)) }],
      },
    ]);
  });

  test('gives the trigger the variables that it reads', () => {
    const variables = deployedVariablesOf(template, trigger);
    expect(() => readEnvironment(userConfirmedEnvironment, variables)).not.toThrow();
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

const poolWith = (changed: Partial<EffectiveSettings>) => {
  const template = templateOf('prod', { settings: changed });
  return { template, properties: Object.values(propertiesOf(template, 'AWS::Cognito::UserPool'))[0] };
};

test('the sign-up mail names the dashboard’s custom domain', () => {
  const { properties } = poolWith({
    domains: {
      dashboard: { name: 'app.example.com', certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/0' },
    },
  });
  expect(properties?.AdminCreateUserConfig.InviteMessageTemplate.EmailMessage).toContain(
    'https://app.example.com/sign-up ',
  );
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

describe.each(stageNames)('the app clients of %s', (stageName) => {
  const template = templateOf(stageName);
  const clients = propertiesOf(template, 'AWS::Cognito::UserPoolClient');
  const [client, server, ...otherClients] = Object.values(clients);

  test('are the dashboard’s and the server’s, without secrets, because a web page cannot keep one', () => {
    expect(otherClients).toEqual([]);
    expect(client?.GenerateSecret).toBe(false);
    expect(server?.GenerateSecret).toBe(false);
  });

  test('sign in by SRP, by password and by refresh token; the server checks passwords and nothing else', () => {
    const flowsOf = (properties: typeof client) => [...(properties?.ExplicitAuthFlows ?? [])].sort();
    expect(flowsOf(client)).toEqual(['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH']);
    expect(flowsOf(server)).toEqual(['ALLOW_ADMIN_USER_PASSWORD_AUTH']);
    for (const each of [client, server]) {
      expect(each?.AllowedOAuthFlowsUserPoolClient).toBe(false);
      expect(each?.SupportedIdentityProviders).toEqual(['COGNITO']);
    }
  });

  test('do not reveal whether an address has an account', () => {
    for (const each of [client, server]) expect(each?.PreventUserExistenceErrors).toBe('ENABLED');
  });

  test('issue access tokens for five minutes and ID tokens for half an hour, renewable for 30 days unless revoked', () => {
    expect(client).toMatchObject({
      IdTokenValidity: 30,
      AccessTokenValidity: 5,
      RefreshTokenValidity: 30 * 24 * 60,
      TokenValidityUnits: { IdToken: 'minutes', AccessToken: 'minutes', RefreshToken: 'minutes' },
      EnableTokenRevocation: true,
    });
  });

  test('let users read their address and change nothing about it', () => {
    for (const each of [client, server]) {
      expect(each?.ReadAttributes).toEqual(['email', 'email_verified']);
      expect(each?.WriteAttributes).toEqual(['locale']);
    }
  });
});
