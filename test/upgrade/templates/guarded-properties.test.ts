import { describe, expect, test } from '@jest/globals';
import { lostByUpgrade } from './kept-resources.ts';
import { lostAttributes, lostProperties } from './one-resource.ts';

const [api, table, globalTable] = ['AWS::ApiGatewayV2::Api', 'AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'];
const [bucket, logs, secret] = ['AWS::S3::Bucket', 'AWS::Logs::LogGroup', 'AWS::SecretsManager::Secret'];
const [distribution, users] = ['AWS::CloudFront::Distribution', 'AWS::Cognito::UserPool'];
const [mapping, route] = ['AWS::ApiGatewayV2::ApiMapping', 'AWS::ApiGatewayV2::Route'];

const recovery = (PointInTimeRecoveryEnabled: boolean) => ({
  PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled },
});
const replicas = (...Replicas: object[]) => ({ Replicas });
const deletable = (DeletionProtectionEnabled: boolean, Region = 'eu-west-1') => ({ DeletionProtectionEnabled, Region });
const rules = (...Rules: object[]) => ({ LifecycleConfiguration: { Rules } });
const expiry = (ExpirationInDays: number, more: object = {}) => ({ ExpirationInDays, Status: 'Enabled', ...more });
const aliases = (...Aliases: string[]) => ({ DistributionConfig: { Aliases } });
const password = (PasswordLength: number) => ({ GenerateSecretString: { PasswordLength } });

type Attributes = Readonly<Record<string, unknown>>;

type Row = [promise: string, type: string, before: object, after: object, reported: string];

describe('a property that protects data, or is part of an address', () => {
  test.each<Row>([
    ['a default address', api, {}, { DisableExecuteApiEndpoint: true }, 'stops answering'],
    [
      'a route',
      route,
      { RouteKey: 'POST /a' },
      { RouteKey: 'POST /b' },
      'RouteKey changes from "POST /a" to "POST /b"',
    ],
    ['a mapping', mapping, {}, { ApiMappingKey: 'v1' }, 'ApiMappingKey changes from nothing to "v1"'],
    ['a name of a distribution', distribution, aliases('a', 'b'), aliases('b', 'c'), 'Requests to a removed name fail'],
    ['the only name', distribution, aliases('a'), { DistributionConfig: {} }, 'changes from "a" to nothing'],
    [
      'deletion protection of users',
      users,
      { DeletionProtection: 'ACTIVE' },
      { DeletionProtection: 'INACTIVE' },
      'DeletionProtection changes from "ACTIVE" to "INACTIVE". A mistaken command',
    ],
    ['deletion protection of a table', table, deletable(true), deletable(false), 'DeletionProtectionEnabled changes'],
    ['deletion protection of events', logs, deletable(true), {}, 'DeletionProtectionEnabled changes'],
    ['that of a replica', globalTable, replicas(deletable(true)), replicas(deletable(false)), 'Replicas.*.DeletionPro'],
    [
      'that of a further replica',
      globalTable,
      replicas(deletable(true)),
      replicas(deletable(true), deletable(false, 'eu-west-2')),
      'changes from true to true, false',
    ],
    ['recovery of a table', table, recovery(true), recovery(false), 'Rows that were deleted or overwritten'],
    ['recovery of a table, removed', table, recovery(true), {}, 'Rows that were deleted or overwritten'],
    ['recovery of a replica', globalTable, replicas(recovery(true)), replicas({}), 'Rows that were deleted'],
    [
      'a replica',
      globalTable,
      replicas({ Region: 'a' }, { Region: 'b' }),
      replicas({ Region: 'a' }),
      'is deleted with',
    ],
    ['a stream', table, { StreamSpecification: {} }, {}, 'records that no function has read are lost'],
    ['that of a global table', globalTable, { StreamSpecification: {} }, {}, 'records that no function has read'],
    [
      'shorter retention',
      logs,
      { RetentionInDays: 90 },
      { RetentionInDays: 30 },
      'changes from 90 to 30. Older events',
    ],
    ['retention that begins', logs, {}, { RetentionInDays: 3_653 }, 'changes from nothing to 3653'],
    [
      'retention that is not known',
      logs,
      { RetentionInDays: 90 },
      { RetentionInDays: { Ref: 'Days' } },
      'Older events',
    ],
    ['shorter expiration', bucket, rules(expiry(90)), rules(expiry(30)), 'Objects are deleted'],
    ['expiration that begins', bucket, {}, rules(expiry(90)), 'Objects are deleted'],
    ['expiration of others', bucket, rules(expiry(9, { Prefix: 'a' })), rules(expiry(9)), 'Objects are deleted'],
    [
      'expiration of old versions',
      bucket,
      rules(expiry(90)),
      rules(expiry(90, { NoncurrentVersionExpiration: { NoncurrentDays: 1 } })),
      'Objects are deleted',
    ],
    ['a generated value', secret, password(64), password(65), 'CloudFormation generates another value'],
  ])('%s is reported', (_, type, before, after, reported) => {
    const [problem, ...others] = lostProperties(type, before, after);
    expect(others).toEqual([]);
    expect(problem).toContain(`Kept (${type}): `);
    expect(problem).toContain(reported);
    expect(problem).toMatch(/Keep the value\. .*"intended" in test\/upgrade\/next\.json/);
  });

  test.each<[promise: string, type: string, before: object, after: object]>([
    ['a further name of a distribution', distribution, aliases('a'), aliases('a', 'b')],
    ['protection', globalTable, replicas(deletable(false)), replicas({ ...deletable(true), ...recovery(true) })],
    ['retention for longer', logs, { RetentionInDays: 30 }, { RetentionInDays: 90 }],
    ['retention for ever', logs, { RetentionInDays: 30 }, {}],
    ['expiration that is later and has an id', bucket, rules(expiry(30)), rules(expiry(90, { Id: 'old' }))],
    ['expiration that ends', bucket, rules(expiry(30)), rules(expiry(1, { Status: 'Disabled' }))],
    ['uploads that end', bucket, {}, rules({ Status: 'Enabled', AbortIncompleteMultipartUpload: {} })],
    ['a secret’s description', secret, password(64), { ...password(64), Description: 'another' }],
  ])('%s: nothing is lost', (_, type, before, after) => {
    expect(lostProperties(type, before, after)).toEqual([]);
  });
});

describe('attributes that every kept resource has', () => {
  test.each<[promise: string, before: Attributes, after: Attributes, reported: string]>([
    ['deletion', { DeletionPolicy: 'Retain' }, { DeletionPolicy: 'Delete' }, 'DeletionPolicy changes from "Retain"'],
    ['deletion by default', { DeletionPolicy: 'RetainExceptOnCreate' }, {}, 'to nothing. It is deleted when'],
    ['replacement', { UpdateReplacePolicy: 'Retain' }, {}, 'UpdateReplacePolicy changes from "Retain" to nothing'],
    [
      'a condition',
      {},
      { Condition: 'IsProd' },
      'Condition changes from nothing to {"IsProd":null}. It is removed where',
    ],
    ['another condition', { Condition: 'IsProd' }, { Condition: 'IsTest' }, 'where the condition does not hold'],
  ])('%s is reported', (_, before, after, reported) => {
    expect(lostAttributes(bucket, before, after)).toEqual([expect.stringContaining(reported)]);
    expect(lostAttributes('AWS::CloudWatch::Alarm', before, after)).toEqual([]);
  });

  test('a condition that is defined otherwise is reported', () => {
    const template = (stage: string) => ({
      Conditions: { IsProd: { 'Fn::Equals': [{ Ref: 'Stage' }, stage] } },
      Resources: { Files: { Type: bucket, Condition: 'IsProd' } },
      Outputs: {},
    });
    expect(lostByUpgrade(template('prod'), template('live'))).toEqual([expect.stringContaining('Condition changes')]);
  });

  test.each<[promise: string, before: Attributes, after: Attributes]>([
    ['deletion is refused', { DeletionPolicy: 'Delete' }, { DeletionPolicy: 'Retain' }],
    ['deletion is refused otherwise', { DeletionPolicy: 'Retain' }, { DeletionPolicy: 'RetainExceptOnCreate' }],
    ['a condition ends', { Condition: 'IsProd' }, {}],
  ])('%s: nothing is lost', (_, before, after) => {
    expect(lostAttributes(bucket, before, after)).toEqual([]);
  });
});
