import { describe, expect, test } from '@jest/globals';
import { stageNamed } from '../../../lib/instance/stage.ts';
import * as environment from '../../../src/environment.ts';
import { secretCallLimits } from '../../../src/keys/authorize.ts';
import { counterCallLimits } from '../../../src/limits/write-failure.ts';
import type { Network } from '../../../src/network.ts';
import { readEnvironment } from '../../../src/read-environment.ts';
import { recordCallLimits } from '../../../src/records/record.ts';
import {
  arn,
  deployedVariablesOf,
  grantsOf,
  ofSecrets,
  ownLogs,
  variablesOf,
} from '../functions/function-properties.ts';
import { propertiesOf, stackSettings, stageNames, templateOf, withNodes } from '../synthesis.ts';

const below = (id: string, path: string) => ({ 'Fn::Join': ['', [arn(id), path]] });
const directory = 'TablesDirectoryD82D92C0';
const admissions = 'TablesAdmissionsE61D8E94';
const records = 'TablesRecords353FBC94';
const usage = 'TablesUsageA60E9525';
const networks = 'TablesNetworksD2BE275C';
const failures = 'DataPlaneRecordStreamFailures1892E0A3';

const secret = (name: string) => ({
  'Fn::Join': [
    '',
    [
      'arn:',
      { Ref: 'AWS::Partition' },
      ':secretsmanager:',
      { Ref: 'AWS::Region' },
      ':',
      { Ref: 'AWS::AccountId' },
      `:secret:${name}-??????`,
    ],
  ],
});

// Which wildcards there are, and why, is said where the grants are made.
const grants = {
  DataPlaneAuthorizer: [...ownLogs('DataPlaneAuthorizerLogs081B0685'), ['dynamodb:GetItem', arn(directory), ofSecrets]],
  DataPlaneProxy: [
    ...ownLogs('DataPlaneProxyLogs0C153E8D'),
    ['dynamodb:GetItem', arn(directory), ofSecrets],
    ['dynamodb:GetItem', arn(admissions)],
    ['dynamodb:UpdateItem', arn(admissions)],
    ['dynamodb:PutItem', arn(records)],
    ['dynamodb:GetItem', arn(networks)],
    ['secretsmanager:GetSecretValue', secret('nodes/first')],
  ],
  DataPlaneRecordStreamTally: [
    ...ownLogs('DataPlaneRecordStreamTallyLogsAE8A1D82'),
    ['dynamodb:GetItem', arn(usage)],
    ['dynamodb:UpdateItem', arn(usage)],
    ['dynamodb:DescribeStream', arn(records, 'StreamArn')],
    ['dynamodb:GetRecords', arn(records, 'StreamArn')],
    ['dynamodb:GetShardIterator', arn(records, 'StreamArn')],
    ['dynamodb:ListStreams', below(records, '/stream/*')],
    ['s3:ListBucket', arn(failures)],
    ['s3:PutObject', below(failures, '/*')],
  ],
};

describe.each(stageNames)('the data plane of %s', (stageName) => {
  const template = templateOf(stageName);
  const LOG_LEVEL = stageNamed(stageName).logLevel;

  test.each(Object.entries(grants))('grants %s exactly these actions on exactly these resources', (name, expected) => {
    expect(grantsOf(template, name)).toEqual(expected);
  });

  test('grants no action by a wildcard', () => {
    for (const name of Object.keys(grants)) {
      for (const [action] of grantsOf(template, name)) expect(action).toMatch(/^[a-z0-9]+:[A-Za-z]+$/);
    }
  });

  test('gives each function the variables of its tables, upstreams and log level, and no others', () => {
    expect(variablesOf(template, 'DataPlaneAuthorizer')).toEqual({
      DIRECTORY_TABLE: { Ref: directory },
      LOG_LEVEL,
    });
    expect(variablesOf(template, 'DataPlaneProxy')).toEqual({
      DIRECTORY_TABLE: { Ref: directory },
      ADMISSIONS_TABLE: { Ref: admissions },
      RECORDS_TABLE: { Ref: records },
      OVERLAP_READS: 'on',
      NETWORKS_TABLE: { Ref: networks },
      LOG_LEVEL,
    });
    expect(variablesOf(template, 'DataPlaneRecordStreamTally')).toEqual({
      USAGE_TABLE: { Ref: usage },
      FAILURE_BUCKET: { Ref: failures },
      METRICS_NAMESPACE: `Sluice/${stageName}`,
      LOG_LEVEL,
    });
  });

  test.each([
    ['DataPlaneAuthorizer', environment.authorizerEnvironment],
    ['DataPlaneProxy', environment.proxyEnvironment],
    ['DataPlaneRecordStreamTally', environment.tallyEnvironment],
  ] as const)('sets variables that %s can read', (name, schema) => {
    const variables = deployedVariablesOf(template, name);
    expect(() => readEnvironment(schema, variables)).not.toThrow();
  });
});

test('only with the setting importedKeys do both authorizers and the proxy look up secrets without a checksum', () => {
  const switches = (changes?: Parameters<typeof templateOf>[1]) =>
    Object.values(templateOf('dev', changes).findResources('AWS::Lambda::Function')).flatMap(
      ({ Properties }) => Properties.Environment?.Variables.IMPORTED_KEYS ?? [],
    );
  expect(switches()).toEqual([]);
  expect(switches({ settings: { importedKeys: true } })).toEqual(['on', 'on', 'on']);
});

test('the longest call ends within the time of the proxy, with all that is read and written before and after it', () => {
  const [proxy] = Object.values(propertiesOf(templateOf('prod'), 'AWS::Lambda::Function', 'DataPlaneProxy'));
  const longestCallMs = 25_000;
  const settingsWith = (longestCallSeconds: number) => () =>
    templateOf('dev', { settings: { plans: stackSettings.plans.map((plan) => ({ ...plan, longestCallSeconds })) } });
  expect(settingsWith(longestCallMs / 1_000)).not.toThrow();
  expect(settingsWith(longestCallMs / 1_000 + 1)).toThrow(/longestCallSeconds/);
  const pauseMs = 30;
  // Two writes and the pause between them, and one that removes old seconds.
  const admissionMs = 3 * counterCallLimits.deadlineMs + pauseMs;
  const giveBackMs = counterCallLimits.deadlineMs;
  const sum = secretCallLimits.deadlineMs + admissionMs + longestCallMs + giveBackMs + recordCallLimits.deadlineMs;
  expect(sum).toBeLessThan(proxy?.Timeout * 1_000);
});

describe('the credentials of upstreams', () => {
  const configured = (...secretNames: (string | undefined)[]): Network[] =>
    withNodes({
      mainnet: secretNames.map((secretName) => ({ url: 'https://node.example', ...(secretName && { secretName }) })),
      devnet: [{ url: 'https://devnet.example' }],
    });
  const secretGrants = (...secretNames: (string | undefined)[]) =>
    grantsOf(templateOf('dev', { settings: { networks: configured(...secretNames) } }), 'DataPlaneProxy').filter(
      ([action]) => String(action).startsWith('secretsmanager:'),
    );

  test('are granted to no function when no upstream has a secret', () => {
    expect(secretGrants(undefined)).toEqual([]);
  });

  test('are granted secret by secret, each once', () => {
    expect(secretGrants('a', 'b', 'a', undefined)).toEqual([
      ['secretsmanager:GetSecretValue', secret('a')],
      ['secretsmanager:GetSecretValue', secret('b')],
    ]);
  });

  test('may be in a secret of any name, even that of a construct', () => {
    expect(secretGrants('Proxy')).toHaveLength(1);
  });

  test('are not in the template: it has the name and no reference to the value', () => {
    const template = templateOf('dev', { settings: { networks: configured('a') } });
    const { Resources } = template.toJSON();
    // CloudFront's own secret header is the only value that CloudFormation resolves.
    const resolving = Object.keys(Resources).filter((id) => /\{\{resolve:/.test(JSON.stringify(Resources[id])));
    expect(resolving).toEqual([expect.stringMatching(/^DashboardDistribution/)]);
    expect(Object.keys(template.findResources('AWS::SecretsManager::Secret'))).toEqual([
      expect.stringMatching(/^ControlPlaneCursorSecret/),
      expect.stringMatching(/^ControlPlaneOriginSecret/),
    ]);
  });
});
