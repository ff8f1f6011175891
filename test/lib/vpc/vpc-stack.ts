import type { Template } from 'aws-cdk-lib/assertions';
import type { VpcSettings } from '../../../lib/settings/vpc-settings.ts';
import type { Upstreams } from '../../../src/network.ts';
import { propertiesOf, type StackChanges, upstreams, withNodes } from '../synthesis.ts';

/** A VPC whose subnets have a NAT gateway. */
export const vpc: VpcSettings = {
  id: 'vpc-0123456789abcdef0',
  subnets: ['subnet-0123456789abcdef0', 'subnet-0123456789abcdef1'],
  internet: 'nat',
  nodes: ['sg-0123456789abcdef0'],
  dynamoDbEndpoint: { routeTables: ['rtb-0123456789abcdef0'] },
  ipv6: false,
  leaving: false,
};

/** An internal node, and public ones, one of which has a secret. */
export const nodes: Upstreams = {
  ...upstreams,
  devnet: [{ url: 'http://solana.internal.example:8899', private: true }],
};

/** The changes that bring a stack into a VPC. */
export const inVpc = (changes: Partial<VpcSettings> = {}, of: Upstreams = nodes): StackChanges => ({
  settings: { networks: withNodes(of), vpc: { ...vpc, ...changes } },
});

/** The logical ids of the functions that run in a VPC. */
export const functionsInVpc = (template: Template): string[] =>
  Object.entries(propertiesOf(template, 'AWS::Lambda::Function'))
    .filter(([, { VpcConfig }]) => VpcConfig !== undefined)
    .map(([id]) => id.replace(/Function[0-9A-F]{8}$/, ''))
    .toSorted();
