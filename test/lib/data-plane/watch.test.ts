import { describe, expect, test } from '@jest/globals';
import { stageNamed } from '../../../lib/instance/stage.ts';
import { watchEnvironment } from '../../../src/environment.ts';
import { readEnvironment } from '../../../src/read-environment.ts';
import { arn, deployedVariablesOf, grantsOf, ownLogs, variablesOf } from '../functions/function-properties.ts';
import { propertiesOf, stageNames, templateOf } from '../synthesis.ts';

const networks = 'TablesNetworksD2BE275C';
const only = <T>(found: Readonly<Record<string, T>>): [string, T] => {
  const [one, ...others] = Object.entries(found);
  if (!one || others.length > 0) throw new Error(`there is not one, but ${others.length + 1}`);
  return one;
};

describe.each(stageNames)('watch on %s', (stageName) => {
  const template = templateOf(stageName);
  const [functionId, properties] = only(propertiesOf(template, 'AWS::Lambda::Function', 'WatchFunction'));

  test('is granted its item of each network and the nodes’ secrets, and nothing else', () => {
    const [logs] = only(propertiesOf(template, 'AWS::Logs::LogGroup', 'WatchLogs'));
    expect(grantsOf(template, 'Watch')).toEqual([
      ...ownLogs(logs),
      ['dynamodb:GetItem', arn(networks)],
      ['dynamodb:PutItem', arn(networks)],
      ['secretsmanager:GetSecretValue', expect.objectContaining({ 'Fn::Join': expect.anything() })],
    ]);
    expect(JSON.stringify(grantsOf(template, 'Watch'))).toContain(':secret:nodes/first-??????');
  });

  test('is the only one that may write the table Networks; the proxy, the management API and usage-days may read it, item by item', () => {
    const roles = Object.entries(propertiesOf(template, 'AWS::IAM::Role'))
      .filter(([, role]) => JSON.stringify(role).includes(`"${networks}"`))
      .map(([id]) => id.replace(/Role[0-9A-F]{8}$/, ''));
    expect(roles.toSorted()).toEqual(['ControlPlaneApi', 'DataPlaneProxy', 'UsageDays', 'Watch']);
    for (const reader of ['ControlPlaneApi', 'DataPlaneProxy']) {
      const grants = grantsOf(template, reader).filter(([, on]) => JSON.stringify(on).includes(networks));
      expect(grants).toEqual([['dynamodb:GetItem', arn(networks)]]);
    }
  });

  test('has the variables of its table, its nodes and the RPC API’s address, and no others', () => {
    expect(variablesOf(template, 'Watch')).toEqual({
      NETWORKS_TABLE: { Ref: networks },
      RPC_URL: { 'Fn::GetAtt': ['DataPlaneApiHttpApiFD3F4495', 'ApiEndpoint'] },
      ...(stageName === 'prod' && { METRICS_NAMESPACE: 'Sluice/prod' }),
      LOG_LEVEL: stageNamed(stageName).logLevel,
    });
    const variables = deployedVariablesOf(template, 'Watch');
    expect(() => readEnvironment(watchEnvironment, variables)).not.toThrow();
  });

  test('runs once a minute, beside the function that writes status.json, and no lost or failed run is repeated', () => {
    const RetryPolicy = { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 };
    const [, rule] = only(propertiesOf(template, 'AWS::Events::Rule', 'Watch'));
    expect(rule).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [
        { Arn: arn(functionId), RetryPolicy },
        { Input: '{"write":"status.json"}', RetryPolicy },
      ],
    });
    const [, invocations] = only(propertiesOf(template, 'AWS::Lambda::EventInvokeConfig', 'Watch'));
    expect(invocations).toMatchObject({
      FunctionName: { Ref: functionId },
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
  });

  test('has time for a last round at the end of its minute, its nodes and its table, and two runs at once at most', () => {
    expect(properties?.Timeout).toBeGreaterThan(55 + 5 + 2 * 3);
    expect(properties?.Timeout).toBeLessThan(2 * 60);
  });
});

test('watch calls the RPC API by its custom domain if it has one', () => {
  const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/0-1-2';
  const template = templateOf('dev', { settings: { domains: { rpc: { name: 'rpc.example.com', certificate } } } });
  expect(variablesOf(template, 'Watch').RPC_URL).toBe('https://rpc.example.com');
});
