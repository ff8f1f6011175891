import { describe, expect, test } from '@jest/globals';
import type { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { stageNamed } from '../../lib/stage.ts';
import type { Upstreams } from '../../src/environment.ts';
import * as environment from '../../src/environment.ts';
import { stageNames, templateOf, upstreams } from './synthesis.ts';

const arn = (id: string, attribute = 'Arn') => ({ 'Fn::GetAtt': [id, attribute] });
const below = (id: string, path: string) => ({ 'Fn::Join': ['', [arn(id), path]] });
const directory = 'TablesDirectoryD82D92C0';
const admissions = 'TablesAdmissionsE61D8E94';
const records = 'TablesRecords353FBC94';
const usage = 'TablesUsageA60E9525';
const failures = 'DataPlaneRecordStreamFailures1892E0A3';

const ownLogs = (logs: string) => [
  ['logs:CreateLogStream', arn(logs)],
  ['logs:PutLogEvents', arn(logs)],
];
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
  DataPlaneAuthorizer: [
    ...ownLogs('DataPlaneAuthorizerLogs081B0685'),
    ['dynamodb:GetItem', arn(directory)],
    ['dynamodb:PutItem', arn(records)],
  ],
  DataPlaneProxy: [
    ...ownLogs('DataPlaneProxyLogs0C153E8D'),
    ['dynamodb:GetItem', arn(admissions)],
    ['dynamodb:UpdateItem', arn(admissions)],
    ['dynamodb:PutItem', arn(records)],
    ['secretsmanager:GetSecretValue', secret('nodes/first')],
  ],
  DataPlaneRecordStreamTally: [
    ...ownLogs('DataPlaneRecordStreamTallyLogsAE8A1D82'),
    ['dynamodb:UpdateItem', arn(usage)],
    ['dynamodb:DescribeStream', arn(records, 'StreamArn')],
    ['dynamodb:GetRecords', arn(records, 'StreamArn')],
    ['dynamodb:GetShardIterator', arn(records, 'StreamArn')],
    ['dynamodb:ListStreams', below(records, '/stream/*')],
    ['s3:ListBucket', arn(failures)],
    ['s3:PutObject', below(failures, '/*')],
  ],
};

const statement = v.strictObject({
  Effect: v.literal('Allow'),
  Action: v.union([v.string(), v.array(v.string())]),
  Resource: v.unknown(),
});
const role = v.object({
  Properties: v.object({
    Policies: v.array(v.object({ PolicyDocument: v.object({ Statement: v.array(statement) }) })),
  }),
});

function resource(template: Template, type: string, name: string) {
  const [found] = Object.entries(template.findResources(type)).filter(([id]) => id.startsWith(name));
  if (!found) throw new Error(`there is no ${type} ${name}`);
  return found[1];
}

const grantsOf = (template: Template, name: string) =>
  v
    .parse(role, resource(template, 'AWS::IAM::Role', name))
    .Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Action, Resource }) =>
      [Action].flat().flatMap((action) => [Resource].flat().map((resource) => [action, resource])),
    );

const variablesOf = (template: Template, name: string) =>
  resource(template, 'AWS::Lambda::Function', name).Properties.Environment.Variables;

describe.each(stageNames)('the data plane of %s', (stageName) => {
  const template = templateOf(stageName);
  const LOG_LEVEL = stageNamed(stageName).logLevel;

  test.each(Object.entries(grants))('grants %s exactly these actions on exactly these things', (name, expected) => {
    expect(grantsOf(template, name)).toEqual(expected);
  });

  test('grants no action by a wildcard', () => {
    for (const name of Object.keys(grants)) {
      for (const [action] of grantsOf(template, name)) expect(action).toMatch(/^[a-z0-9]+:[A-Za-z]+$/);
    }
  });

  test('tells each function the names of its tables, its upstreams and what to log, and no more', () => {
    expect(variablesOf(template, 'DataPlaneAuthorizer')).toEqual({
      DIRECTORY_TABLE: { Ref: directory },
      RECORDS_TABLE: { Ref: records },
      LOG_LEVEL,
    });
    expect(variablesOf(template, 'DataPlaneProxy')).toEqual({
      ADMISSIONS_TABLE: { Ref: admissions },
      RECORDS_TABLE: { Ref: records },
      UPSTREAMS: JSON.stringify(upstreams),
      LOG_LEVEL,
    });
    expect(variablesOf(template, 'DataPlaneRecordStreamTally')).toEqual({ USAGE_TABLE: { Ref: usage }, LOG_LEVEL });
  });

  test.each([
    ['DataPlaneAuthorizer', environment.authorizerEnvironment],
    ['DataPlaneProxy', environment.proxyEnvironment],
    ['DataPlaneRecordStreamTally', environment.tallyEnvironment],
  ] as const)('sets variables that %s can read', (name, schema) => {
    const deployed = Object.entries<unknown>(variablesOf(template, name)).map(([variable, value]) => [
      variable,
      typeof value === 'string' ? value : 'a-table',
    ]);
    expect(() => environment.readEnvironment(schema, Object.fromEntries(deployed))).not.toThrow();
  });
});

describe('the credentials of upstreams', () => {
  const configured = (...secretNames: (string | undefined)[]): Upstreams => ({
    mainnet: secretNames.map((secretName) => ({ url: 'https://node.example', ...(secretName && { secretName }) })),
    devnet: [{ url: 'https://devnet.example' }],
  });
  const secretGrants = (...secretNames: (string | undefined)[]) =>
    grantsOf(templateOf('dev', configured(...secretNames)), 'DataPlaneProxy').filter(([action]) =>
      String(action).startsWith('secretsmanager:'),
    );

  test('are granted to nobody when no upstream names a secret', () => {
    expect(secretGrants(undefined)).toEqual([]);
  });

  test('are granted secret by secret, each once', () => {
    expect(secretGrants('a', 'b', 'a', undefined)).toEqual([
      ['secretsmanager:GetSecretValue', secret('a')],
      ['secretsmanager:GetSecretValue', secret('b')],
    ]);
  });

  test('may be kept in a secret of any name, that of a construct too', () => {
    expect(secretGrants('Proxy')).toHaveLength(1);
  });

  test('are in no template: it has the name and no reference to the value', () => {
    const text = JSON.stringify(templateOf('dev', configured('a')).toJSON());
    expect(text).not.toMatch(/\{\{resolve:/);
    expect(text).not.toContain('AWS::SecretsManager');
  });
});
