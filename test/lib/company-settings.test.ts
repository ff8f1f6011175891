import { describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { type EffectiveSettings, parseSettings } from '../../lib/settings/settings.ts';
import fixedConfig from '../support/fixed.config.ts';
import { lostByUpgrade } from '../upgrade/templates/kept-resources.ts';
import { templateSchema } from '../upgrade/templates/template-changes.ts';
import { billing, embed, propertiesOf, stackOf, stackSettings, templateOf, testApp } from './synthesis.ts';

const keyArn = (id: string) => `arn:aws:kms:eu-central-1:123456789012:key/${id}`;
const env = { account: '123456789012', region: 'eu-central-1' };

const settings: Partial<EffectiveSettings> = {
  networks: stackSettings.networks.map((each) => ({
    ...each,
    upstreams: [
      { url: 'https://one.example', secretName: 'one', kmsKeyArn: keyArn('nodes') },
      { url: 'https://two.example', secretName: 'two' },
    ],
  })),
  billing: billing && { ...billing, kmsKeyArn: keyArn('stripe') },
  customerManagedKey: true,
  logRetentionDays: 365,
  resourceTags: { CostCenter: '42' },
};
const stack = stackOf('prod', { settings: { ...settings, lambdaConcurrency: 1_000 }, env });
const template = Template.fromStack(stack);
const rolesWith = (key: string) =>
  Object.entries(propertiesOf(template, 'AWS::IAM::Role')).flatMap(([id, role]) =>
    JSON.stringify(role).includes(keyArn(key)) ? [id.replace(/Role[0-9A-F]{8}$/, '')] : [],
  );

describe('kmsKeyArn of a secret', () => {
  test('lets exactly the functions that read the secret decrypt it', () => {
    expect(rolesWith('nodes').toSorted()).toEqual(['DataPlaneProxy', 'Watch']);
    expect(rolesWith('stripe').toSorted()).toEqual([
      'AccountSweep',
      'BillingEvents',
      'BillingReconciliation',
      'ControlPlaneApi',
    ]);
  });

  test('is of use through Secrets Manager of the region only', () => {
    template.hasResourceProperties('AWS::IAM::Role', {
      Policies: Match.arrayWith([
        Match.objectLike({
          PolicyDocument: {
            Statement: Match.arrayWith([
              {
                Action: 'kms:Decrypt',
                Effect: 'Allow',
                Resource: keyArn('nodes'),
                Condition: {
                  StringEquals: {
                    'kms:ViaService': { 'Fn::Join': ['', ['secretsmanager.eu-central-1.', { Ref: 'AWS::URLSuffix' }]] },
                  },
                },
              },
            ]),
          },
        }),
      ]),
    });
  });

  test.each([
    [
      'networks',
      {
        networks: [{ ...fixedConfig.networks[0], upstreams: [{ url: 'https://a.example', kmsKeyArn: keyArn('a') }] }],
      },
      /networks\.0\.upstreams\.0\.kmsKeyArn: is the key of a secret: give its secretName/,
    ],
    [
      'billing',
      { billing: { secretName: 's', kmsKeyArn: 'arn:aws:kms:eu-central-1:123456789012:alias/mine' } },
      /billing\.kmsKeyArn: must be the ARN of a KMS key, not of an alias/,
    ],
    [
      'log retention',
      { logRetentionDays: 360 },
      /logRetentionDays: must be a number of days that CloudWatch Logs offers/,
    ],
    ['tags', { resourceTags: { 'aws:mine': 'x' } }, /resourceTags\.aws:mine: must have 1 to 128/],
  ])('a wrong value is refused: %s', (_, wrong, message) => {
    expect(() => parseSettings({ ...fixedConfig, ...wrong }, 'mine')).toThrow(message);
  });
});

describe('customerManagedKey', () => {
  const [key, ...others] = Object.keys(template.findResources('AWS::KMS::Key'));
  const arn = { 'Fn::GetAtt': [key, 'Arn'] };

  test('is one key, which is rotated, and kept on prod', () => {
    expect(others).toEqual([]);
    template.hasResource('AWS::KMS::Key', { DeletionPolicy: 'Retain', Properties: { EnableKeyRotation: true } });
  });

  test('encrypts every table, log and topic', () => {
    const tables = Object.values(propertiesOf(template, 'AWS::DynamoDB::GlobalTable'));
    expect(tables).toHaveLength(5);
    for (const { SSESpecification, Replicas } of tables) {
      expect(SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
      expect(Replicas).toEqual([expect.objectContaining({ SSESpecification: { KMSMasterKeyId: arn } })]);
    }
    for (const { KmsKeyId } of Object.values(propertiesOf(template, 'AWS::Logs::LogGroup')))
      expect(KmsKeyId).toEqual(arn);
    for (const { KmsMasterKeyId } of Object.values(propertiesOf(template, 'AWS::SNS::Topic'))) {
      expect(KmsMasterKeyId).toEqual(arn);
    }
  });

  test('may be used by DynamoDB for callers of the account, by CloudWatch Logs and by alarms, and administered by the account', () => {
    const { KeyPolicy } = propertiesOf(template, 'AWS::KMS::Key')[key ?? ''] ?? {};
    expect(
      KeyPolicy.Statement.map((each: { Principal: unknown; Condition: unknown }) => [each.Principal, each.Condition]),
    ).toEqual([
      [{ AWS: expect.anything() }, undefined],
      [{ AWS: '*' }, { StringEquals: expect.objectContaining({ 'kms:CallerAccount': '123456789012' }) }],
      [{ Service: 'logs.eu-central-1.amazonaws.com' }, { ArnLike: expect.anything() }],
      [{ Service: 'cloudwatch.amazonaws.com' }, { StringEquals: { 'aws:SourceAccount': '123456789012' } }],
    ]);
  });

  test('is off by default', () => {
    templateOf('prod').resourceCountIs('AWS::KMS::Key', 0);
  });
});

test('every log is kept for as many days as the settings say', () => {
  for (const { RetentionInDays } of Object.values(propertiesOf(template, 'AWS::Logs::LogGroup'))) {
    expect(RetentionInDays).toBe(365);
  }
});

test('the settings of companies replace no data and no address, neither switched on nor off', () => {
  const before = stackOf('prod', { settings: { billing, lambdaConcurrency: 1_000 }, env });
  const [without, withAll] = [Template.fromStack(before), template].map((each) =>
    v.parse(templateSchema, each.toJSON()),
  );
  if (!without || !withAll) throw new Error('a template is missing');
  expect(lostByUpgrade(without, withAll)).toEqual([]);
  // The stack no longer has the key, but prod keeps it.
  expect(lostByUpgrade(withAll, without)).toEqual([
    expect.stringMatching(/^EncryptionKey\w+ \(AWS::KMS::Key\) is removed/),
  ]);
});

describe('tags', () => {
  test('are those of the whole stack of a stage, and come beside those of its props', () => {
    expect(stack.tags.tagValues()).toEqual({ CostCenter: '42' });
    expect(stackOf('dev', { settings: { resourceTags: { a: '1' } }, tags: { b: '2' } }).tags.tagValues()).toEqual({
      a: '1',
      b: '2',
    });
  });

  test('are those of the instance’s resources in another stack, and not of others', () => {
    const web = new Stack(testApp(), 'Web');
    embed(web, 'Rpc', { settings: { ...stackSettings, resourceTags: { CostCenter: '42' } } });
    expect(web.tags.tagValues()).toEqual({});
    Template.fromStack(web).hasResourceProperties('AWS::SNS::Topic', { Tags: [{ Key: 'CostCenter', Value: '42' }] });
  });
});

describe('a permissions boundary', () => {
  const name = '@aws-cdk/core:permissionsBoundary';

  test('in the context as an object applies to every role', () => {
    const app = testApp({ [name]: { name: 'Boundary' } });
    const web = new Stack(app, 'Web');
    embed(web, 'Rpc');
    const roles = Object.values(propertiesOf(Template.fromStack(web), 'AWS::IAM::Role'));
    expect(roles.length).toBeGreaterThan(10);
    for (const { PermissionsBoundary } of roles)
      expect(JSON.stringify(PermissionsBoundary)).toContain('policy/Boundary');
  });

  test('in the context as a text, which the CDK ignores, is refused', () => {
    const web = new Stack(testApp({ [name]: '{"name":"Boundary"}' }), 'Web');
    expect(() => embed(web, 'Rpc')).toThrow(
      /permissionsBoundary" is a text, which the CDK ignores: the roles would have no/,
    );
  });
});
