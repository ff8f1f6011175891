import { describe, expect, test } from '@jest/globals';
import { publicApiEnvironment } from '../../../src/environment.ts';
import { readEnvironment } from '../../../src/read-environment.ts';
import { arn, deployedVariablesOf, grantsOf, ownLogs } from '../functions/function-properties.ts';
import { propertiesOf, stageNames, templateOf } from '../synthesis.ts';

const directory = arn('TablesDirectoryD82D92C0');
const userPool = arn('ControlPlaneUserPoolD61A7814');
const api = 'ControlPlanePublicApi';
const mail = 'ControlPlaneSignUpMail';

const idOf = (template: ReturnType<typeof templateOf>, type: string, construct: string): string =>
  Object.keys(propertiesOf(template, type, construct))[0] ?? '';

describe.each(stageNames)('the API for callers without a token on %s', (stageName) => {
  const template = templateOf(stageName);

  test('has exactly these grants: it creates no user and sends no mail', () => {
    expect(grantsOf(template, api)).toEqual([
      ...ownLogs(idOf(template, 'AWS::Logs::LogGroup', api)),
      ['dynamodb:GetItem', directory],
      ['dynamodb:PutItem', directory],
      ['dynamodb:UpdateItem', directory],
      ['cognito-idp:AdminGetUser', userPool],
      ['cognito-idp:AdminInitiateAuth', userPool],
      ['cognito-idp:AdminSetUserMFAPreference', userPool],
      ['cognito-idp:AdminUserGlobalSignOut', userPool],
      ['lambda:InvokeFunction', arn(idOf(template, 'AWS::Lambda::Function', mail))],
      ['secretsmanager:GetSecretValue', { Ref: 'ControlPlaneOriginSecretB2A96DE3' }],
    ]);
  });

  test('has the variables that it reads', () => {
    expect(() => readEnvironment(publicApiEnvironment, deployedVariablesOf(template, api))).not.toThrow();
  });
});

describe.each(stageNames)('the mails of sign-ups on %s', (stageName) => {
  const template = templateOf(stageName);

  test('come from a function that creates users, and reads no table', () => {
    expect(grantsOf(template, mail)).toEqual([
      ...ownLogs(idOf(template, 'AWS::Logs::LogGroup', mail)),
      ['cognito-idp:AdminCreateUser', userPool],
      ['cognito-idp:AdminGetUser', userPool],
      ['cognito-idp:AdminSetUserPassword', userPool],
    ]);
  });

  test('are not sent after five minutes, when a newer one may be on its way', () => {
    const [invoked] = Object.values(propertiesOf(template, 'AWS::Lambda::EventInvokeConfig', mail));
    expect(invoked).toMatchObject({ MaximumEventAgeInSeconds: 300, MaximumRetryAttempts: 2 });
  });
});
