import { describe, expect, test } from '@jest/globals';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { arn, grantsOf, ownLogs, variablesOf } from '../functions/function-properties.ts';
import { propertiesOf, stackOf, templateOf, upstreams } from '../synthesis.ts';
import { functionsInVpc, inVpc, nodes } from './vpc-stack.ts';

const template = templateOf('prod', inVpc());
const group = 'VpcGroup908BFD6C';
const only = (type: string, of = template) => Object.values(propertiesOf(of, type));
const rulesTo = (of = template) => only('AWS::EC2::SecurityGroup', of)[0]?.SecurityGroupEgress;
const rule = (port: number, peer: object, to = 'nodes') => ({
  IpProtocol: 'tcp',
  FromPort: port,
  ToPort: port,
  Description: `to ${to}`,
  ...peer,
});
const anywhere = { CidrIp: '0.0.0.0/0' };
const ofGroup = (id: string) => arn(id, 'GroupId');
const withoutSecrets = { ...nodes, mainnet: [{ url: 'https://first.example' }] };
const internal = { devnet: nodes.devnet ?? [], mainnet: [{ url: 'https://10.1.2.3' }] };

test('without a VPC, no function is in one, and nothing of EC2 is created', () => {
  const without = templateOf('prod');
  expect(functionsInVpc(without)).toEqual([]);
  expect(JSON.stringify(without.toJSON())).not.toMatch(/AWS::EC2|ec2:/);
});

describe('the functions', () => {
  test('that open connections to nodes are in the VPC, and no others', () => {
    expect(functionsInVpc(template)).toEqual(['DataPlaneProxy', 'Watch']);
    for (const name of ['DataPlaneProxy', 'Watch'])
      expect(Object.values(propertiesOf(template, 'AWS::Lambda::Function', name))[0]?.VpcConfig).toEqual({
        SubnetIds: ['subnet-0123456789abcdef0', 'subnet-0123456789abcdef1'],
        SecurityGroupIds: [ofGroup(group)],
      });
  });

  test('in the VPC wait for what their first call needs', () => {
    const { DataPlaneProxyFunctionF44AEB99: proxy } = template.findResources('AWS::Lambda::Function');
    expect(proxy?.DependsOn).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^VpcDynamoDbEndpoint/),
        expect.stringMatching(/^VpcSecretsManager/),
        expect.stringMatching(/^VpcGroupToNodes0/),
        expect.stringMatching(/^VpcGroupToSecretsManager/),
      ]),
    );
  });

  test('of watch are two: the one in the VPC has no way to the endpoint, which the other one asks, without a table', () => {
    expect(variablesOf(template, 'Watch')).not.toHaveProperty('RPC_URL');
    expect(variablesOf(template, 'EndpointWatch')).toEqual({
      RPC_URL: arn('DataPlaneApiHttpApiFD3F4495', 'ApiEndpoint'),
      METRICS_NAMESPACE: 'Sluice/prod',
      LOG_LEVEL: 'info',
    });
    const [logs = ''] = Object.keys(propertiesOf(template, 'AWS::Logs::LogGroup', 'EndpointWatchLogs'));
    expect(grantsOf(template, 'EndpointWatch')).toEqual(ownLogs(logs));
  });

  test('use IPv6 only where all subnets are dual-stack; DynamoDB stays on IPv4', () => {
    const dualStack = templateOf('prod', inVpc({ ipv6: true }));
    const [proxy] = Object.values(propertiesOf(dualStack, 'AWS::Lambda::Function', 'DataPlaneProxy'));
    expect(proxy?.VpcConfig.Ipv6AllowedForDualStack).toBe(true);
    expect(rulesTo(dualStack)).toEqual([rule(443, anywhere, 'DynamoDB'), rule(443, { CidrIpv6: '::/0' })]);
  });
});

describe('the roles', () => {
  const policies = (name: string) =>
    Object.values(propertiesOf(template, 'AWS::IAM::Role', name))[0]?.Policies.flatMap(
      ({ PolicyDocument }: { PolicyDocument: { Statement: object[] } }) => PolicyDocument.Statement,
    );
  const interfaces = ['AssignPrivateIpAddresses', 'CreateNetworkInterface', 'DeleteNetworkInterface'];
  const more = ['DescribeNetworkInterfaces', 'DescribeSubnets', 'UnassignPrivateIpAddresses'];
  const Action = [...interfaces, ...more].map((name) => `ec2:${name}`);

  test.each(['DataPlaneProxyRole', 'WatchRole'])(
    '%s let Lambda manage interfaces, but not the function’s code',
    (name) => {
      const Condition = { Null: { 'lambda:SourceFunctionArn': 'false' } };
      expect(policies(name).slice(-2)).toEqual([
        { Effect: 'Allow', Action, Resource: '*' },
        { Effect: 'Deny', Action, Resource: '*', Condition },
      ]);
    },
  );

  test('of all other functions have no action of EC2', () => {
    const roles = Object.entries(propertiesOf(template, 'AWS::IAM::Role')).filter(([, role]) =>
      JSON.stringify(role).includes('ec2:'),
    );
    expect(roles.map(([id]) => id.slice(0, -8)).toSorted()).toEqual(['DataPlaneProxyRole', 'WatchRole']);
  });
});

describe('the security group', () => {
  test('opens nothing inwards, and outwards DynamoDB, the nodes’ ports and the endpoint', () => {
    const [own] = Object.values(propertiesOf(template, 'AWS::EC2::SecurityGroup', 'VpcGroup'));
    expect(own).not.toHaveProperty('SecurityGroupIngress');
    expect(own?.SecurityGroupEgress).toEqual([rule(443, anywhere, 'DynamoDB')]);
    expect(only('AWS::EC2::SecurityGroupEgress')).toEqual([
      { GroupId: ofGroup(group), ...rule(8899, { DestinationSecurityGroupId: 'sg-0123456789abcdef0' }) },
      {
        GroupId: ofGroup(group),
        ...rule(443, { DestinationSecurityGroupId: ofGroup('VpcSecretsManagerGroup2273C5E4') }, 'Secrets Manager'),
      },
    ]);
  });

  test('without public nodes, reaches only the nodes and DynamoDB: by its prefix list, if that is known', () => {
    const closed = templateOf(
      'prod',
      inVpc({ internet: 'none', dynamoDbPrefixList: 'pl-0123456789abcdef0' }, internal),
    );
    expect(rulesTo(closed)).toEqual([
      rule(443, { DestinationPrefixListId: 'pl-0123456789abcdef0' }, 'DynamoDB'),
      rule(443, { CidrIp: '10.1.2.3/32' }),
    ]);
    expect(only('AWS::EC2::SecurityGroupEgress', closed)).toEqual([
      { GroupId: ofGroup(group), ...rule(8899, { DestinationSecurityGroupId: 'sg-0123456789abcdef0' }) },
    ]);
  });

  test('warns where the prefix list is not given: a synthesis asks AWS nothing', () => {
    const env = { account: '123456789012', region: 'eu-central-1' };
    const stack = stackOf('prod', { ...inVpc({ internet: 'none' }, internal), env });
    const warning = Match.stringLikeRegexp('Set vpc.dynamoDbPrefixList to the id');
    expect(Annotations.fromStack(stack).findWarning('*', warning)).toHaveLength(1);
    expect(JSON.stringify(Template.fromStack(stack))).not.toContain('pl-');
  });

  test('takes CIDR blocks of both families as the nodes’ place, each port of a node once', () => {
    const places = templateOf(
      'prod',
      inVpc(
        { nodes: ['10.0.0.0/16', 'fd00::/8'], internet: 'none' },
        {
          mainnet: [{ url: 'http://a.internal:8899', private: true }],
          devnet: [
            { url: 'http://b.internal:8899', private: true },
            { url: 'https://c.internal', private: true },
          ],
        },
      ),
    );
    const blocks = [{ CidrIp: '10.0.0.0/16' }, { CidrIpv6: 'fd00::/8' }];
    expect(rulesTo(places)).toEqual([
      rule(443, anywhere, 'DynamoDB'),
      ...[8899, 443].flatMap((port) => blocks.map((block) => rule(port, block))),
    ]);
  });

  test('is the operator’s, if they give groups: none is created, and no output names one', () => {
    const given = templateOf('prod', inVpc({ securityGroups: ['sg-00000000'] }, withoutSecrets));
    expect(only('AWS::EC2::SecurityGroup', given)).toEqual([]);
    expect(Object.values(propertiesOf(given, 'AWS::Lambda::Function', 'Watch'))[0]?.VpcConfig.SecurityGroupIds).toEqual(
      ['sg-00000000'],
    );
    expect(given.toJSON().Outputs).not.toHaveProperty('SecurityGroupId');
    expect(template.toJSON().Outputs.SecurityGroupId.Value).toEqual(ofGroup(group));
  });
});

describe('the endpoints', () => {
  const endpoints = (of = template) => only('AWS::EC2::VPCEndpoint', of).map(({ VpcEndpointType }) => VpcEndpointType);

  test('are a gateway for DynamoDB, and an interface for Secrets Manager that only reads the nodes’ secrets', () => {
    const [secrets, dynamoDb] = only('AWS::EC2::VPCEndpoint');
    expect(dynamoDb).toMatchObject({ VpcEndpointType: 'Gateway', RouteTableIds: ['rtb-0123456789abcdef0'] });
    expect(secrets).toMatchObject({ VpcEndpointType: 'Interface', PrivateDnsEnabled: false });
    expect(secrets?.PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Action: 'secretsmanager:GetSecretValue', Effect: 'Allow' }),
    ]);
    expect(JSON.stringify(secrets?.PolicyDocument)).toContain(':secret:nodes/first-??????');
  });

  test('the functions in the VPC call Secrets Manager at its endpoint’s own name, which changes nothing for others', () => {
    for (const name of ['DataPlaneProxy', 'Watch'])
      expect(JSON.stringify(variablesOf(template, name).AWS_ENDPOINT_URL_SECRETS_MANAGER)).toContain('"DnsEntries"');
    expect(JSON.stringify(variablesOf(template, 'ControlPlaneApi'))).not.toContain('AWS_ENDPOINT_URL');
  });

  test('are not more than needed: none for secrets without a secret', () => {
    expect(endpoints(templateOf('prod', inVpc({}, withoutSecrets)))).toEqual(['Gateway']);
  });

  test('are not created if the VPC has them', () => {
    const secretsManagerEndpoint = { securityGroup: 'sg-0fedcba9876543210' };
    const existing = templateOf('prod', inVpc({ dynamoDbEndpoint: 'existing', secretsManagerEndpoint }));
    expect(endpoints(existing)).toEqual([]);
    expect(variablesOf(existing, 'Watch')).not.toHaveProperty('AWS_ENDPOINT_URL_SECRETS_MANAGER');
    expect(only('AWS::EC2::SecurityGroupEgress', existing)).toContainEqual({
      GroupId: ofGroup(group),
      ...rule(443, { DestinationSecurityGroupId: 'sg-0fedcba9876543210' }, 'Secrets Manager'),
    });
  });
});

describe('on the way out', () => {
  const leaving = templateOf('prod', inVpc({ leaving: true }, upstreams));

  test('no function is in the VPC, watch is one function again, and group, endpoints and permissions stay', () => {
    expect(functionsInVpc(leaving)).toEqual([]);
    expect(variablesOf(leaving, 'Watch')).toHaveProperty('RPC_URL');
    expect(variablesOf(leaving, 'Watch')).not.toHaveProperty('AWS_ENDPOINT_URL_SECRETS_MANAGER');
    expect(propertiesOf(leaving, 'AWS::Lambda::Function', 'EndpointWatch')).toEqual({});
    expect(Object.keys(propertiesOf(leaving, 'AWS::EC2::SecurityGroup'))).toContain(group);
    expect(only('AWS::EC2::VPCEndpoint', leaving)).toHaveLength(2);
    expect(JSON.stringify(only('AWS::IAM::Role', leaving))).toContain('ec2:DeleteNetworkInterface');
  });
});
