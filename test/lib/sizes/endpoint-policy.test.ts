import { describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { SecretsManagerEndpoint } from '../../../lib/vpc/service-endpoints.ts';
import { propertiesOf, testApp } from '../synthesis.ts';
import { deployedValue } from './deployed-value.ts';
import { manyNetworks } from './many-networks.ts';

/** AWS PrivateLink quotas: the characters of an endpoint's policy, which cannot be raised. */
const mostCharacters = 20_480;

/** The policy of the endpoint for Secrets Manager with a number of secrets, as EC2 gets it. */
function policyWith(count: number) {
  const stack = new Stack(testApp(), 'Endpoints');
  const nodes = manyNetworks(count, 1).flatMap(({ upstreams }) => upstreams);
  new SecretsManagerEndpoint(stack, 'Endpoint', {
    instance: 'prod',
    vpcId: 'vpc-0123456789abcdef0',
    subnetIds: ['subnet-0123456789abcdef0'],
    callers: ['sg-0123456789abcdef0'],
    secrets: nodes.map(({ secretName = '' }) => ({ secretName })),
  });
  const [endpoint] = Object.values(propertiesOf(Template.fromStack(stack), 'AWS::EC2::VPCEndpoint'));
  return {
    resources: [deployedValue(endpoint?.PolicyDocument.Statement[0].Resource)].flat(),
    length: JSON.stringify(deployedValue(endpoint?.PolicyDocument)).length,
  };
}

describe('the policy of the endpoint for Secrets Manager', () => {
  test('lists the 180 secrets of 60 networks with three nodes', () => {
    const { resources, length } = policyWith(180);
    expect(resources).toHaveLength(180);
    expect(resources[0]).toMatch(/:secret:nodes\/network-0\/provider-0-\?{6}$/);
    expect(length).toBeGreaterThan(15_000);
  });

  test('has the secrets of the account and region instead if it has no room for all: the roles list them', () => {
    const { resources, length } = policyWith(400);
    expect(resources).toEqual(['arn:aws:secretsmanager:ap-northeast-1:123456789012:secret:*']);
    expect(length).toBeLessThan(500);
  });

  test('is never too long', () => {
    const lengths = [190, 195, 200, 205, 210].map((count) => policyWith(count).length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(mostCharacters);
    expect(Math.max(...lengths)).toBeGreaterThan(mostCharacters - 1_000);
  });
});
