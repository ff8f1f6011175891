import { describe, expect, test } from '@jest/globals';
import { NestedStack, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { Construct } from 'constructs';
import { Sluice } from '../../lib/sluice.ts';
import fixedConfig from '../support/fixed.config.ts';
import { context, embed, propertiesOf, stackIn, testApp } from './synthesis.ts';

describe('an app with other feature flags', () => {
  const templateWith = (flags: Record<string, unknown>) => Template.fromStack(stackIn(testApp(flags), 'dev')).toJSON();
  const expected = templateWith(context());

  test.each([
    ['none, as an empty app', {}],
    ['all that `cdk init` sets', CURRENTLY_RECOMMENDED_FLAGS],
    ['all of them off', Object.fromEntries(Object.keys(CURRENTLY_RECOMMENDED_FLAGS).map((flag) => [flag, false]))],
  ])('has the same template: %s', (_name, flags) => {
    expect(templateWith(flags)).toEqual(expected);
  });
});

describe('a stack with a bucket deployment of somebody else', () => {
  const deployments = (order: 'before' | 'after') => {
    const stack = new Stack(testApp(), 'Web');
    if (order === 'after') embed(stack, 'Rpc');
    new BucketDeployment(stack, 'Site', {
      sources: [Source.data('index.html', 'Hello')],
      destinationBucket: Bucket.fromBucketName(stack, 'SiteFiles', 'site-files'),
    });
    if (order === 'before') embed(stack, 'Rpc');
    return Template.fromStack(stack);
  };

  test.each(['before', 'after'] as const)('has two functions, each with its own role: %s Sluice', (order) => {
    const template = deployments(order);
    const roleOf = (deployment: string) => {
      const [copy] = Object.values(propertiesOf(template, 'Custom::CDKBucketDeployment', deployment));
      const [functionId] = copy?.ServiceToken['Fn::GetAtt'] ?? [];
      return template.findResources('AWS::Lambda::Function')[functionId]?.Properties.Role['Fn::GetAtt'][0];
    };
    const [own, other] = [roleOf('RpcDashboardDeploymentPages'), roleOf('Site')];
    expect(own).toMatch(/^SluiceFileCopierRole/);
    expect(other).toMatch(/^CustomCDKBucketDeployment/);
    const policies = Object.values(propertiesOf(template, 'AWS::IAM::Policy'));
    const granted = (role: string) =>
      JSON.stringify(policies.filter(({ Roles }) => JSON.stringify(Roles).includes(role)));
    expect(granted(own)).toMatch(/RpcDashboardFiles/);
    expect(granted(own)).not.toMatch(/site-files|s3:Delete/);
    expect(granted(other)).toMatch(/site-files/);
    expect(granted(other)).not.toMatch(/RpcDashboardFiles/);
  });
});

test('a nested stack is refused: the operator’s commands could not find its outputs', () => {
  const nested = new NestedStack(new Stack(testApp(), 'Web'), 'Inner');
  expect(() => embed(nested, 'Rpc')).toThrow('Web/Inner/Rpc is in a nested stack');
});

test('a stack with an instance of another copy of the package is refused', () => {
  const stack = new Stack(testApp(), 'Web');
  new Construct(stack, 'SluiceFileCopier');
  expect(() => embed(stack, 'Rpc')).toThrow('Web/SluiceFileCopier is from another copy of the package sluice-cdk');
});

test('without the package’s artifacts, the message says what to do', () => {
  const stack = new Stack(testApp(), 'Web');
  expect(() => new Sluice(stack, 'Rpc', { settings: fixedConfig })).toThrow(
    /missing: there is no folder \S+artifacts\/functions\. Install the package again or/,
  );
});
