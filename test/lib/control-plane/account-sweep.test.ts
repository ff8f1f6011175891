import { describe, expect, test } from '@jest/globals';
import { stageNamed } from '../../../lib/instance/stage.ts';
import { accountSweepEnvironment } from '../../../src/environment.ts';
import { readEnvironment } from '../../../src/read-environment.ts';
import { arn, deployedVariablesOf, grantsOf, ownLogs, variablesOf } from '../functions/function-properties.ts';
import { propertiesOf, stageNames, templateOf } from '../synthesis.ts';

const only = <T>(found: Readonly<Record<string, T>>): [string, T] => {
  const [one, ...others] = Object.entries(found);
  if (!one || others.length > 0) throw new Error(`there is not one, but ${others.length + 1}`);
  return one;
};

describe.each(stageNames)('the account sweep on %s', (stageName) => {
  const template = templateOf(stageName);
  const [functionId, properties] = only(propertiesOf(template, 'AWS::Lambda::Function', 'AccountSweepFunction'));
  const [pool] = only(propertiesOf(template, 'AWS::Cognito::UserPool'));
  const directory = 'TablesDirectoryD82D92C0';
  const usage = 'TablesUsageA60E9525';

  test('may read and change the Directory and its users, delete last uses of keys, and nothing else', () => {
    const [logs] = only(propertiesOf(template, 'AWS::Logs::LogGroup', 'AccountSweepLogs'));
    expect(grantsOf(template, 'AccountSweep')).toEqual([
      ...ownLogs(logs),
      ...['DeleteItem', 'GetItem', 'PutItem', 'Query', 'Scan', 'UpdateItem'].map((name) => [
        `dynamodb:${name}`,
        arn(directory),
      ]),
      ['dynamodb:DeleteItem', arn(usage)],
      ...['AdminDeleteUser', 'AdminGetUser', 'AdminUserGlobalSignOut', 'ListUsers'].map((name) => [
        `cognito-idp:${name}`,
        arn(pool),
      ]),
    ]);
  });

  test('has the variables of its tables, the user pool and its metrics', () => {
    expect(variablesOf(template, 'AccountSweep')).toEqual({
      DIRECTORY_TABLE: { Ref: directory },
      USAGE_TABLE: { Ref: usage },
      USER_POOL_ID: { Ref: pool },
      ...(stageName === 'prod' && { METRICS_NAMESPACE: 'Sluice/prod' }),
      LOG_LEVEL: stageNamed(stageName).logLevel,
    });
    const variables = deployedVariablesOf(template, 'AccountSweep');
    expect(() => readEnvironment(accountSweepEnvironment, variables)).not.toThrow();
  });

  test('runs once a day, for a quarter of an hour at most, and is not repeated', () => {
    const [, rule] = only(propertiesOf(template, 'AWS::Events::Rule', 'AccountSweep'));
    expect(rule).toMatchObject({
      ScheduleExpression: 'rate(1 day)',
      State: 'ENABLED',
      Targets: [{ Arn: arn(functionId), RetryPolicy: { MaximumRetryAttempts: 0 } }],
    });
    expect(properties?.Timeout).toBe(15 * 60);
    const [, invocations] = only(propertiesOf(template, 'AWS::Lambda::EventInvokeConfig', 'AccountSweep'));
    expect(invocations).toMatchObject({ FunctionName: { Ref: functionId }, MaximumRetryAttempts: 0 });
  });
});
