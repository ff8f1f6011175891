import { describe, expect, test } from '@jest/globals';
import { stageNamed } from '../../../lib/instance/stage.ts';
import { controlPlaneEnvironment, keyApiEnvironment, keyAuthorizerEnvironment } from '../../../src/environment.ts';
import { readEnvironment } from '../../../src/read-environment.ts';
import { arn, deployedVariablesOf, grantsOf, ownLogs, variablesOf } from '../functions/function-properties.ts';
import { stageNames, templateOf } from '../synthesis.ts';

const directory = 'TablesDirectoryD82D92C0';
const admissions = 'TablesAdmissionsE61D8E94';
const records = 'TablesRecords353FBC94';
const usage = 'TablesUsageA60E9525';
const networks = expect.stringMatching(/^TablesNetworks/);
const cursorSecret = 'ControlPlaneCursorSecret5DAFDE6E';
const userPool = 'ControlPlaneUserPoolD61A7814';
const originSecret = 'ControlPlaneOriginSecretB2A96DE3';
const construct = 'ControlPlaneApi';

describe.each(stageNames)('the control plane of %s', (stageName) => {
  const template = templateOf(stageName);

  test('has exactly these grants: beside Directory it deletes usage rows of a deleted account, and writes nothing', () => {
    expect(grantsOf(template, construct)).toEqual([
      ...ownLogs('ControlPlaneApiLogsCC1232F0'),
      ['dynamodb:DeleteItem', arn(directory)],
      ['dynamodb:GetItem', arn(directory)],
      ['dynamodb:PutItem', arn(directory)],
      ['dynamodb:Query', arn(directory)],
      ['dynamodb:UpdateItem', arn(directory)],
      ['dynamodb:GetItem', arn(admissions)],
      ['dynamodb:GetItem', arn(networks)],
      ['dynamodb:GetItem', arn(records)],
      ['dynamodb:Query', arn(records)],
      ['dynamodb:BatchGetItem', arn(usage)],
      ['dynamodb:DeleteItem', arn(usage)],
      ['dynamodb:GetItem', arn(usage)],
      ['dynamodb:Query', arn(usage)],
      ['cognito-idp:AdminDeleteUser', arn(userPool)],
      ['cognito-idp:AdminGetUser', arn(userPool)],
      ['cognito-idp:AdminInitiateAuth', arn(userPool)],
      ['cognito-idp:AdminSetUserMFAPreference', arn(userPool)],
      ['cognito-idp:AdminSetUserPassword', arn(userPool)],
      ['cognito-idp:AdminUpdateUserAttributes', arn(userPool)],
      ['cognito-idp:AdminUserGlobalSignOut', arn(userPool)],
      ['secretsmanager:GetSecretValue', { Ref: cursorSecret }],
      ['secretsmanager:GetSecretValue', { Ref: originSecret }],
    ]);
  });

  test('lets the functions of GET /v1/key read one key, its counters and its tallies, and record refusals', () => {
    expect(grantsOf(template, 'ControlPlaneKeyApiAuthorizer')).toEqual([
      ...ownLogs(expect.stringMatching(/^ControlPlaneKeyApiAuthorizerLogs/)),
      ['dynamodb:GetItem', arn(directory)],
      ['dynamodb:PutItem', arn(records)],
    ]);
    expect(grantsOf(template, 'ControlPlaneKeyApiHandler')).toEqual([
      ...ownLogs(expect.stringMatching(/^ControlPlaneKeyApiHandlerLogs/)),
      ['dynamodb:GetItem', arn(admissions)],
      ['dynamodb:BatchGetItem', arn(usage)],
      ['dynamodb:Query', arn(usage)],
    ]);
  });

  test('can read the variables of the functions of GET /v1/key', () => {
    const variables = (name: string) => deployedVariablesOf(template, `ControlPlaneKeyApi${name}`);
    expect(() => readEnvironment(keyAuthorizerEnvironment, variables('Authorizer'))).not.toThrow();
    expect(() => readEnvironment(keyApiEnvironment, variables('Handler'))).not.toThrow();
  });

  test('gets new settings after the functions that answer calls, so that nobody chooses a plan that they refuse', () => {
    const functions = Object.entries(template.findResources('AWS::Lambda::Function'));
    const api = functions.find(([id]) => id.startsWith(construct))?.[1];
    const released = Object.keys(template.findResources('AWS::Lambda::Alias')).filter((id) =>
      /^(DataPlane|ControlPlaneKeyApi)(?!.*Tally)/.test(id),
    );
    expect(released).toHaveLength(4);
    expect(api?.DependsOn).toEqual(expect.arrayContaining(released));
  });

  test('has the variables of the tables, both secrets, the RPC API’s address, the users and the log level', () => {
    expect(variablesOf(template, construct)).toEqual({
      DIRECTORY_TABLE: { Ref: directory },
      ADMISSIONS_TABLE: { Ref: admissions },
      RECORDS_TABLE: { Ref: records },
      USAGE_TABLE: { Ref: usage },
      NETWORKS_TABLE: { Ref: networks },
      CURSOR_SECRET: { Ref: cursorSecret },
      ORIGIN_SECRET: { Ref: originSecret },
      RPC_URL: arn('DataPlaneApiHttpApiFD3F4495', 'ApiEndpoint'),
      USER_POOL_ID: { Ref: userPool },
      SERVER_CLIENT_ID: { Ref: expect.stringMatching(/^ControlPlaneUserPoolServerClient/) },
      SECRET_PREFIX: 'slc',
      LOG_LEVEL: stageNamed(stageName).logLevel,
    });
  });

  test('can read the variables that are set', () => {
    const variables = deployedVariablesOf(template, construct);
    expect(() => readEnvironment(controlPlaneEnvironment, variables)).not.toThrow();
  });

  test.each([cursorSecret, originSecret])(
    'has a secret %s of 64 letters and digits that the deployment generates and no template contains',
    (id) => {
      const secret = template.findResources('AWS::SecretsManager::Secret')[id];
      expect(secret?.Properties).toEqual({
        Description: expect.any(String),
        GenerateSecretString: { ExcludePunctuation: true, PasswordLength: 64 },
      });
      expect(secret?.DeletionPolicy).toBe(stageName === 'prod' ? 'Retain' : 'Delete');
    },
  );
});
