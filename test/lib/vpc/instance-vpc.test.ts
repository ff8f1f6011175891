import { describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { CfnSecurityGroup, type ISecurityGroup, Peer, Port, SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import type { VpcSettings } from '../../../lib/settings/vpc-settings.ts';
import type { VpcProps } from '../../../lib/vpc/vpc-props.ts';
import type { Upstreams } from '../../../src/network.ts';
import { problemsOf } from '../settings/refusals.ts';
import { embed, propertiesOf, stackSettings, templateOf, testApp, withNodes } from '../synthesis.ts';
import { functionsInVpc, inVpc, nodes, vpc } from './vpc-stack.ts';

describe('the setting vpc is refused', () => {
  test.each<[what: string, changes: object, problem: string]>([
    [
      'another kind of id',
      { id: 'sg-0123456789abcdef0' },
      'vpc.id: must be the id of a VPC, for example vpc-0a1b2c3d4e5f67890',
    ],
    ['no subnets', { subnets: [] }, 'vpc.subnets: needs at least one subnet'],
    ['no word on the internet', { internet: undefined }, 'vpc.internet: is missing'],
    ['a wrong word', { internet: 'igw' }, 'vpc.internet: must be "nat" or "none", not "igw"'],
    ['no word on DynamoDB', { dynamoDbEndpoint: undefined }, 'vpc.dynamoDbEndpoint: is missing'],
    [
      'no route table',
      { dynamoDbEndpoint: { routeTables: [] } },
      "vpc.dynamoDbEndpoint: must be { routeTables: ['rtb-…'] }, or 'existing'",
    ],
    ['a place that is no block', { nodes: ['10.0.0.0/33'] }, "vpc.nodes.0: must be the id of a security group ('sg-"],
    ['an address as a place', { nodes: ['10.0.0.1'] }, "vpc.nodes.0: must be the id of a security group ('sg-"],
    ['an unknown member', { subnetIds: [] }, 'vpc.subnetIds: is not a setting. Correct its name, or remove it'],
    ['six groups', { securityGroups: Array(6).fill('sg-00000000') }, 'vpc.securityGroups: must have at most 5 groups'],
  ])('with %s', (_, changes, problem) => {
    expect(problemsOf({ vpc: { ...vpc, ...changes } })).toEqual([expect.stringContaining(problem)]);
  });
});

const refusal = (changes: Partial<VpcSettings> | undefined, of: Upstreams): string => {
  try {
    templateOf('dev', changes ? inVpc(changes, of) : { settings: { networks: withNodes(of) } });
  } catch (error) {
    return String(error);
  }
  return 'nothing was refused';
};

describe('a node that the functions could not reach is an error that names it and says what to do:', () => {
  test('a public node without a way to the internet', () => {
    const error = refusal({ internet: 'none' }, { ...nodes, mainnet: [{ url: 'https://rpc.example' }] });
    expect(error).toContain(
      "networks.0.upstreams.0: rpc.example is public, and vpc.internet is 'none'. Add private: true if",
    );
  });

  test('a public address counts as public, a private one does not', () => {
    const at = (url: string) => refusal({ internet: 'none' }, { devnet: nodes.devnet ?? [], mainnet: [{ url }] });
    expect(at('http://8.8.8.8:8899')).toContain('8.8.8.8:8899 is public');
    expect(at('http://10.0.0.8:8899')).toBe('nothing was refused');
  });

  test('a private node without a VPC, or in one that the functions leave', () => {
    expect(refusal(undefined, nodes)).toContain('solana.internal.example:8899 is private: add vpc, so that');
    expect(refusal({ leaving: true }, nodes)).toContain(
      'vpc.leaving takes the functions out of its VPC. Remove the node first',
    );
  });

  test('a private node whose place is not said; groups of the operator’s own say enough', () => {
    expect(refusal({ nodes: [] }, nodes)).toContain(
      'is private: give the security group or the CIDR block that it is in as vpc.nodes',
    );
    expect(refusal({ nodes: [], securityGroups: ['sg-00000000'] }, nodes)).toBe('nothing was refused');
  });

  test('an IPv6 address without IPv6', () => {
    const at = { ...nodes, mainnet: [{ url: 'http://[fd00::8]:8899' }] };
    expect(refusal({}, at)).toContain('[fd00::8]:8899 has an IPv6 address: set vpc.ipv6 to true');
    expect(refusal({ ipv6: true }, at)).toBe('nothing was refused');
  });
});

describe('the prop vpc', () => {
  const stack = () => new Stack(testApp(), 'Web');
  const settings = { ...stackSettings, networks: withNodes(nodes) };
  const groupIn = ({ stack: of, vpcId }: Vpc, id: string): ISecurityGroup =>
    SecurityGroup.fromSecurityGroupId(
      of,
      `${id}Group`,
      new CfnSecurityGroup(of, id, { vpcId, groupDescription: id }).attrGroupId,
    );
  const inStack = (change: (group: ISecurityGroup) => Partial<VpcProps> = () => ({})) => {
    const of = stack();
    const own = new Vpc(of, 'Network', { maxAzs: 2 });
    const [balancer, group] = [groupIn(own, 'Balancer'), groupIn(own, 'Own')];
    const props: VpcProps = {
      vpc: own,
      internet: 'nat',
      nodes: [balancer],
      ...change(group),
    };
    return { sluice: embed(of, 'Rpc', { settings, vpc: props }), of, balancer };
  };

  test('takes constructs: the private subnets, their route tables, and the group of the nodes', () => {
    const { sluice, of, balancer } = inStack();
    if (!sluice.securityGroup) throw new Error('there is no group');
    balancer.addIngressRule(sluice.securityGroup, Port.tcp(8899));
    const template = Template.fromStack(of);
    expect(functionsInVpc(template)).toEqual(['RpcDataPlaneProxy', 'RpcWatch']);
    const [proxy] = Object.values(propertiesOf(template, 'AWS::Lambda::Function', 'RpcDataPlaneProxy'));
    expect(proxy?.VpcConfig.SubnetIds).toEqual([
      { Ref: expect.stringMatching(/^NetworkPrivateSubnet1Subnet/) },
      { Ref: expect.stringMatching(/^NetworkPrivateSubnet2Subnet/) },
    ]);
    const [gateway] = Object.values(propertiesOf(template, 'AWS::EC2::VPCEndpoint', 'RpcVpcDynamoDb'));
    expect(gateway?.RouteTableIds).toHaveLength(2);
    const [rule] = Object.values(propertiesOf(template, 'AWS::EC2::SecurityGroupEgress', 'RpcVpcGroupToNodes'));
    expect(rule).toMatchObject({
      FromPort: 8899,
      DestinationSecurityGroupId: { 'Fn::GetAtt': [expect.stringMatching(/^Balancer/), 'GroupId'] },
    });
  });

  test('takes other subnets, groups and peers', () => {
    const { of } = inStack((own) => ({
      subnets: { subnetType: SubnetType.PUBLIC },
      securityGroups: [own],
      nodes: [Peer.ipv4('10.0.0.0/16')],
      dynamoDbEndpoint: 'existing',
    }));
    const template = Template.fromStack(of);
    const [proxy] = Object.values(propertiesOf(template, 'AWS::Lambda::Function', 'RpcDataPlaneProxy'));
    expect(proxy?.VpcConfig.SubnetIds[0].Ref).toMatch(/^NetworkPublicSubnet1/);
    expect(JSON.stringify(proxy?.VpcConfig.SecurityGroupIds)).toMatch(/"Own"/);
    expect(propertiesOf(template, 'AWS::EC2::VPCEndpoint', 'RpcVpcDynamoDb')).toEqual({});
  });

  test.each<[what: string, prop: object, message: RegExp]>([
    [
      'ids',
      { ...vpc, vpc: 'vpc-0123456789abcdef0' },
      /- vpc\.vpc: must be an IVpc\. Put ids into the setting vpc instead/,
    ],
    ['no word on the internet', { internet: undefined }, /- vpc\.internet: must be 'nat' or 'none'/],
    [
      'a place that is a text',
      { nodes: ['sg-00000000'] },
      /- vpc\.nodes\.0: must be a security group or another IPeer/,
    ],
  ])('with %s is refused', (_, prop, message) => {
    expect(() => inStack(() => prop)).toThrow(message);
  });

  test('and the setting cannot be given both', () => {
    const of = stack();
    const own = new Vpc(of, 'Network');
    const both = { settings: { ...settings, vpc }, vpc: { vpc: own, internet: 'nat' } } as const;
    expect(() => embed(of, 'Rpc', both)).toThrow(/- vpc: is given as a prop too\. Remove one of them/);
  });
});

test('the release check stays outside of the VPC: it invokes versions and reports to CodeDeploy', () => {
  const template = templateOf('prod', inVpc());
  const checks = Object.entries(propertiesOf(template, 'AWS::Lambda::Function')).filter(([id]) =>
    /^(Management)?ReleaseCheck/.test(id),
  );
  expect(checks.map(([, { VpcConfig }]) => VpcConfig)).toEqual([undefined, undefined]);
});
