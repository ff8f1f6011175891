import { describe, expect, test } from '@jest/globals';
import { stageNamed } from '../../../lib/instance/stage.ts';
import { statusEvent, usageDaysEnvironment } from '../../../src/environment.ts';
import { readEnvironment } from '../../../src/read-environment.ts';
import { arn, deployedVariablesOf, grantsOf, ownLogs, variablesOf } from '../functions/function-properties.ts';
import { propertiesOf, stageNames, templateOf } from '../synthesis.ts';

const usage = 'TablesUsageA60E9525';
const networks = 'TablesNetworksD2BE275C';
const directory = 'TablesDirectoryD82D92C0';
const records = 'TablesRecords353FBC94';
const only = <T>(found: Readonly<Record<string, T>>): [string, T] => {
  const [one, ...others] = Object.entries(found);
  if (!one || others.length > 0) throw new Error(`there is not one, but ${others.length + 1}`);
  return one;
};

describe.each(stageNames)('usage-days on %s', (stageName) => {
  const template = templateOf(stageName);
  const [files] = only(propertiesOf(template, 'AWS::S3::Bucket', 'DashboardFiles'));
  const [functionId, properties] = only(propertiesOf(template, 'AWS::Lambda::Function', 'UsageDaysFunction'));

  test('may read and write Usage, query the days that are due, read records, accounts and networks, write one file, and nothing else', () => {
    const [logs] = only(propertiesOf(template, 'AWS::Logs::LogGroup', 'UsageDaysLogs'));
    expect(grantsOf(template, 'UsageDays')).toEqual([
      ...ownLogs(logs),
      ['dynamodb:GetItem', arn(usage)],
      ['dynamodb:PutItem', arn(usage)],
      ['dynamodb:Query', arn(usage)],
      ['dynamodb:UpdateItem', arn(usage)],
      ['dynamodb:Query', arn(records)],
      ['dynamodb:Query', { 'Fn::Join': ['', [arn(usage), '/index/Due']] }],
      ['dynamodb:Query', arn(directory)],
      ['dynamodb:Scan', arn(directory)],
      ['dynamodb:BatchGetItem', arn(networks)],
      ['dynamodb:GetItem', arn(networks)],
      ['s3:PutObject', { 'Fn::Join': ['', [arn(files), '/status.json']] }],
    ]);
  });

  test('has the variables of its table and its metrics', () => {
    expect(variablesOf(template, 'UsageDays')).toEqual({
      DIRECTORY_TABLE: { Ref: directory },
      RECORDS_TABLE: { Ref: records },
      USAGE_TABLE: { Ref: usage },
      NETWORKS_TABLE: { Ref: networks },
      STATUS_BUCKET: { Ref: files },
      ...(stageName === 'prod' && { METRICS_NAMESPACE: 'Sluice/prod' }),
      LOG_LEVEL: stageNamed(stageName).logLevel,
    });
    const variables = deployedVariablesOf(template, 'UsageDays');
    expect(() => readEnvironment(usageDaysEnvironment, variables)).not.toThrow();
  });

  test('runs every quarter of an hour, ends before the next run, and is not repeated', () => {
    const [, rule] = only(propertiesOf(template, 'AWS::Events::Rule', 'UsageDaysSchedule'));
    expect(rule).toMatchObject({
      ScheduleExpression: 'rate(15 minutes)',
      State: 'ENABLED',
      Targets: [{ Arn: arn(functionId), RetryPolicy: { MaximumRetryAttempts: 0 } }],
    });
    expect(properties?.Timeout).toBeLessThan(15 * 60);
    const [, invocations] = only(propertiesOf(template, 'AWS::Lambda::EventInvokeConfig', 'UsageDays'));
    expect(invocations).toMatchObject({ FunctionName: { Ref: functionId }, MaximumRetryAttempts: 0 });
  });

  test('writes the status file once a minute', () => {
    const [, rule] = only(propertiesOf(template, 'AWS::Events::Rule', 'WatchEveryMinute'));
    expect(rule).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      Targets: [
        {},
        { Arn: arn(functionId), Input: JSON.stringify(statusEvent), RetryPolicy: { MaximumRetryAttempts: 0 } },
      ],
    });
  });
});

test('without the setting statusPage, nothing writes the file, and no alarm waits for it', () => {
  const template = templateOf('prod', { settings: { statusPage: false } });
  expect(JSON.stringify(propertiesOf(template, 'AWS::Events::Rule'))).not.toContain('status.json');
  expect(JSON.stringify(grantsOf(template, 'UsageDays'))).not.toContain('status.json');
  expect(variablesOf(template, 'UsageDays')).not.toHaveProperty('STATUS_BUCKET');
  expect(JSON.stringify(propertiesOf(template, 'AWS::CloudWatch::Alarm'))).not.toContain('StatusWritten');
});
