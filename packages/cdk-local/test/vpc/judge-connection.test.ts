import { describe, expect, test } from '@jest/globals';
import { serviceHost } from '../../vpc/judge-connection.ts';
import type { VpcOptions } from '../../vpc/vpc-options.ts';
import { connect, fromProxy, group, network, networkOf, nothing, tcp, toNode } from './network-template.ts';

const local = '127.0.0.1:50001';
const representing = (node: object, more: VpcOptions = {}): VpcOptions => ({
  nodes: [{ address: 'node.internal:8899', local, ...node }],
  ...more,
});
const call = (resources: object, options: VpcOptions) => connect(networkOf(resources, options), 'node.internal', 8899);

const proxyGroup = (...SecurityGroupEgress: object[]) => ({ ProxyGroup: group({ SecurityGroupEgress }) });
const nodeGroup = (...SecurityGroupIngress: object[]) => ({ NodeGroup: group({ SecurityGroupIngress }) });
const opened = nodeGroup(tcp(8899, fromProxy));

describe('a node that represents a security group', () => {
  const options = representing({ group: 'NodeGroup' });

  test.each([
    ['to its group', tcp(8899, toNode)],
    ['to its group by Ref', tcp(8899, { DestinationSecurityGroupId: { Ref: 'NodeGroup' } })],
    ['to a range of ports', tcp(8000, toNode, 9000)],
    ['in all protocols', { IpProtocol: -1, ...toNode }],
    ['in TCP by its number', { ...tcp(8899, toNode), IpProtocol: '6' }],
    ['to all addresses', tcp(8899, { CidrIp: '0.0.0.0/0' })],
  ])('is reached by a rule %s', (_case, rule) => {
    expect(call({ ...proxyGroup(rule), ...opened }, options)).toBe(local);
  });

  test.each([
    ['to another port', tcp(8898, toNode)],
    ['to ports that end before', tcp(8000, toNode, 8898)],
    ['in UDP', { ...tcp(8899, toNode), IpProtocol: 'udp' }],
    ['to another group', tcp(8899, { DestinationSecurityGroupId: { Ref: 'ProxyGroup' } })],
    ['to some addresses', tcp(8899, { CidrIp: { 'Fn::GetAtt': ['Vpc', 'CidrBlock'] } })],
    ['to IPv6 addresses', tcp(8899, { CidrIpv6: '::/0' })],
    ['to nothing', tcp(8899, {})],
    ['that the CDK writes for none', nothing],
  ])('is not reached by a rule %s, and the message names the missing rule', (_case, rule) => {
    expect(call({ ...proxyGroup(rule), ...opened }, options)).toBe(
      'The VPC of Proxy lets no connection to node.internal:8899 through. ' +
        'Missing: an egress rule of ProxyGroup for TCP 8899 to NodeGroup.',
    );
  });

  test.each([
    ['no rule', nodeGroup()],
    ['a rule for another group', nodeGroup(tcp(8899, { SourceSecurityGroupId: 'sg-0a1b2c3d4e5f67890' }))],
    ['a rule for other subnets', nodeGroup(tcp(8899, { CidrIp: '10.0.2.0/24' }))],
  ])('is not reached if its group has %s', (_case, resources) => {
    expect(call({ ...proxyGroup(tcp(8899, toNode)), ...resources }, options)).toContain(
      'Missing: an ingress rule of NodeGroup for TCP 8899 from ProxyGroup.',
    );
  });

  test('is reached if its group has a rule for the subnets of the function', () => {
    const resources = { ...proxyGroup(tcp(8899, toNode)), ...nodeGroup(tcp(8899, { CidrIp: '10.0.0.0/16' })) };
    expect(call(resources, options)).toBe(local);
  });

  test('is reached by rules that are resources of their own, and not without one of them', () => {
    const GroupId = { 'Fn::GetAtt': ['ProxyGroup', 'GroupId'] };
    const Out = { Type: 'AWS::EC2::SecurityGroupEgress', Properties: { GroupId, ...tcp(8899, toNode) } };
    const into = { GroupId: { Ref: 'NodeGroup' }, ...tcp(8899, fromProxy) };
    const In = { Type: 'AWS::EC2::SecurityGroupIngress', Properties: into };
    const groups = { ...proxyGroup(nothing), ...nodeGroup() };
    expect(call({ ...groups, Out, In }, options)).toBe(local);
    expect(call({ ...groups, In }, options)).toContain('Missing: an egress rule of ProxyGroup');
    expect(call({ ...groups, Out }, options)).toContain('Missing: an ingress rule of NodeGroup');
  });

  test('is reached by a group without egress rules, to which EC2 adds one, until another rule is added', () => {
    expect(call({ ProxyGroup: group(), ...opened }, options)).toBe(local);
    const Properties = { GroupId: { Ref: 'ProxyGroup' }, ...tcp(443, { CidrIp: '0.0.0.0/0' }) };
    const Other = { Type: 'AWS::EC2::SecurityGroupEgress', Properties };
    expect(call({ ProxyGroup: group(), ...opened, Other }, options)).toContain('Missing: an egress rule of ProxyGroup');
  });
});

describe('a node that represents addresses', () => {
  const reach = (rule: object, cidr: string, more: VpcOptions = {}) =>
    call(proxyGroup(tcp(8899, rule)), representing({ cidr }, more));

  test.each([
    ['10.0.1.7', { CidrIp: '10.0.1.0/24' }],
    ['10.0.1.0/25', { CidrIp: '10.0.1.0/24' }],
    ['10.0.1.7', { CidrIp: { 'Fn::GetAtt': ['Vpc', 'CidrBlock'] } }],
    ['2001:db8::7', { CidrIpv6: '2001:db8::/64' }],
  ])('%s is reached by a rule that includes them', (cidr, rule) => {
    expect(reach(rule, cidr)).toBe(local);
  });

  test.each([
    ['10.0.2.7', { CidrIp: '10.0.1.0/24' }],
    ['10.0.0.0/16', { CidrIp: '10.0.1.0/24' }],
    ['2001:db8::7', { CidrIp: '0.0.0.0/0' }],
  ])('%s is not reached by a rule that does not include all of them', (cidr, rule) => {
    expect(reach(rule, cidr)).toContain(`Missing: an egress rule of ProxyGroup for TCP 8899 to ${cidr}.`);
  });

  test('is reached by a prefix list of the template, and by one that the options explain', () => {
    const Entries = [{ Cidr: '10.0.9.0/24' }, { Cidr: '10.0.1.0/24' }];
    const List = { Type: 'AWS::EC2::PrefixList', Properties: { PrefixListName: 'nodes', Entries } };
    const DestinationPrefixListId = { 'Fn::GetAtt': ['List', 'PrefixListId'] };
    const resources = { ...proxyGroup(tcp(8899, { DestinationPrefixListId })), List };
    expect(call(resources, representing({ cidr: '10.0.1.7' }))).toBe(local);
    const named = { DestinationPrefixListId: 'pl-0123456789abcdef0' };
    const prefixLists = { 'pl-0123456789abcdef0': ['10.0.1.0/24'] };
    expect(reach(named, '10.0.1.7', { prefixLists })).toBe(local);
    expect(reach(named, '10.0.1.7')).toContain(
      'Nothing in the local VPC settings represents pl-0123456789abcdef0, so the rule to it counts as closed.',
    );
  });
});

describe('what the template only names', () => {
  const id = 'sg-0a1b2c3d4e5f67890';

  test('a group that a node represents is reached by a rule to it', () => {
    const resources = proxyGroup(tcp(8899, { DestinationSecurityGroupId: id }));
    expect(call(resources, representing({ group: id }))).toBe(local);
  });

  test('a rule to a group that nothing represents is closed, and the message says so', () => {
    const resources = { ...proxyGroup(tcp(8899, { DestinationSecurityGroupId: id })), ...opened };
    expect(call(resources, representing({ group: 'NodeGroup' }))).toContain(
      `Nothing in the local VPC settings represents ${id}, so the rule to it counts as closed.`,
    );
  });

  test("a function's own group is closed until the options have its rules", () => {
    const resources = proxyIn({ SubnetIds: ['subnet-1'], SecurityGroupIds: [id] });
    expect(call(resources, representing({ cidr: '10.0.1.7' }))).toContain(
      `The template only names ${id}, so it counts as closed: give its rules in the local VPC settings.`,
    );
    const securityGroups = { [id]: { SecurityGroupEgress: [tcp(8899, { CidrIp: '10.0.0.0/8' })] } };
    expect(call(resources, representing({ cidr: '10.0.1.7' }, { securityGroups }))).toBe(local);
  });

  test('a node that represents a group that the template does not have is refused', () => {
    expect(() => call(proxyGroup(nothing), representing({ group: 'NoGroup' }))).toThrow(
      'node.internal:8899 represents NoGroup, but the template has no such security group. It has: ProxyGroup.',
    );
    expect(() => call(proxyGroup(nothing), representing({ cidr: '10.0.0.0/33' }))).toThrow('is not a CIDR block');
    expect(() => call(proxyGroup(nothing), { nodes: [{ address: 'node.internal' }] })).toThrow('a host and a port');
  });
});

/** The function, with another VpcConfig and these variables. */
const proxyIn = (VpcConfig: object, Variables: object = {}) => ({
  Proxy: {
    ...network.Proxy,
    Properties: { ...network.Proxy.Properties, VpcConfig, Environment: { Variables } },
  },
});

describe('an address that the options do not explain', () => {
  const Nat = { Type: 'AWS::EC2::NatGateway', Properties: { SubnetId: { Ref: 'Private' } } };
  const route = (target: object) => ({
    Type: 'AWS::EC2::Route',
    Properties: { RouteTableId: { Ref: 'Routes' }, DestinationCidrBlock: '0.0.0.0/0', ...target },
  });
  const Out = route({ NatGatewayId: { Ref: 'Nat' } });
  const everywhere = proxyGroup(tcp(443, { CidrIp: '0.0.0.0/0' }));

  test('on this machine represents itself', () => {
    const found = networkOf(proxyGroup(tcp(8899, { CidrIp: '127.0.0.1/32' })));
    expect(connect(found, '127.0.0.1', 8899)).toBe('127.0.0.1:8899');
    expect(connect(found, 'localhost', 8899)).toBe('localhost:8899');
    expect(connect(found, '127.0.0.1', 8900)).toContain('Missing: an egress rule of ProxyGroup for TCP 8900');
  });

  test('that is public needs a route to a NAT gateway besides the rule', () => {
    const missing = 'Missing: a route to a NAT gateway from Private, because the address is public.';
    expect(connect(networkOf({ ...everywhere, Nat, Out }), 'rpc.example.com', 443)).toBe('rpc.example.com:443');
    expect(connect(networkOf(everywhere), 'rpc.example.com', 443)).toContain(missing);
    expect(connect(networkOf(everywhere), '10.0.1.7', 443)).toBe('10.0.1.7:443');
    const Internet = { Type: 'AWS::EC2::InternetGateway' };
    const byInternet = { Internet, Out: route({ GatewayId: { Ref: 'Internet' } }) };
    expect(connect(networkOf({ ...everywhere, ...byInternet }), '203.0.113.7', 443)).toContain(missing);
  });
});

describe('a service of AWS', () => {
  const reach = (resources: object, service: string, options: VpcOptions = {}) =>
    connect(networkOf(resources, options), serviceHost(service), 4566);
  const https = proxyGroup(tcp(443, { CidrIp: '0.0.0.0/0' }));
  const endpoint = (service: string, properties: object) => ({
    Type: 'AWS::EC2::VPCEndpoint',
    Properties: {
      VpcId: { Ref: 'Vpc' },
      ServiceName: { 'Fn::Sub': `com.amazonaws.\${AWS::Region}.${service}` },
      ...properties,
    },
  });
  const Gateway = endpoint('dynamodb', { VpcEndpointType: 'Gateway', RouteTableIds: [{ Ref: 'Routes' }] });

  test('has a gateway endpoint on the route table of the subnet, or a way to the internet', () => {
    const neither = 'Missing: an endpoint for dynamodb in Private, or a route to a NAT gateway.';
    expect(reach({ ...https, Gateway }, 'dynamodb')).toBe('127.0.0.1:4566');
    expect(reach(https, 'dynamodb')).toContain(neither);
    const Elsewhere = endpoint('dynamodb', { RouteTableIds: ['rtb-0a1b2c3d4e5f67890'] });
    expect(reach({ ...https, Elsewhere }, 'dynamodb')).toContain(neither);
    expect(reach({ ...https, Gateway }, 'dynamodb-streams')).toContain('an endpoint for dynamodb-streams');
  });

  test('is reached by a rule to its prefix list, once the options say which one that is', () => {
    const resources = { ...proxyGroup(tcp(443, { DestinationPrefixListId: 'pl-02cd2c6b' })), Gateway };
    expect(reach(resources, 'dynamodb', { prefixLists: { 'pl-02cd2c6b': 'dynamodb' } })).toBe('127.0.0.1:4566');
    expect(reach(resources, 'dynamodb', { prefixLists: { 'pl-02cd2c6b': 's3' } })).toContain(
      'Missing: an egress rule of ProxyGroup for TCP 443 to the prefix list of dynamodb.',
    );
  });

  test('has an interface endpoint whose group lets the function in', () => {
    const EndpointGroup = (...SecurityGroupIngress: object[]) => ({
      EndpointGroup: group({ SecurityGroupIngress }),
    });
    const properties = {
      VpcEndpointType: 'Interface',
      PrivateDnsEnabled: true,
      SecurityGroupIds: [{ Ref: 'EndpointGroup' }],
    };
    const Secrets = endpoint('secretsmanager', properties);
    const out = proxyGroup(tcp(443, { DestinationSecurityGroupId: { Ref: 'EndpointGroup' } }));
    const opened = EndpointGroup(tcp(443, fromProxy));
    expect(reach({ ...out, ...opened, Secrets }, 'secretsmanager')).toBe('127.0.0.1:4566');
    expect(reach({ ...out, ...EndpointGroup(), Secrets }, 'secretsmanager')).toContain(
      'Missing: an ingress rule of EndpointGroup for TCP 443 from ProxyGroup.',
    );
    expect(reach({ ...proxyGroup(nothing), ...opened, Secrets }, 'secretsmanager')).toContain(
      'Missing: an egress rule of ProxyGroup for TCP 443 to the endpoint Secrets (EndpointGroup).',
    );
    const own = endpoint('secretsmanager', { ...properties, PrivateDnsEnabled: false });
    expect(reach({ ...out, ...opened, Secrets: own }, 'secretsmanager')).toContain('an endpoint for secretsmanager');
  });

  test('has what the options say of subnets that the template only names', () => {
    const config = { SubnetIds: ['subnet-1'], SecurityGroupIds: [{ Ref: 'ProxyGroup' }] };
    const resources = { ...https, ...proxyIn(config) };
    expect(reach(resources, 'dynamodb')).toContain('Missing: an endpoint for dynamodb in subnet-1');
    expect(reach(resources, 'dynamodb', { internet: true })).toBe('127.0.0.1:4566');
    expect(reach(resources, 'dynamodb', { endpoints: { dynamodb: {} } })).toBe('127.0.0.1:4566');
    expect(reach({ ...resources, Gateway }, 'dynamodb')).toBe('127.0.0.1:4566');
  });

  test('has an endpoint without private DNS for a function that has its own name in a variable', () => {
    const dnsEntry = { 'Fn::Select': [0, { 'Fn::GetAtt': ['Own', 'DnsEntries'] }] };
    const URL = { 'Fn::Select': [1, { 'Fn::Split': [':', dnsEntry] }] };
    const config = { SubnetIds: [{ Ref: 'Private' }], SecurityGroupIds: [{ Ref: 'ProxyGroup' }] };
    const Own = endpoint('secretsmanager', { VpcEndpointType: 'Interface', SecurityGroupIds: ['sg-0a1b2c3d'] });
    expect(reach({ ...https, Own, ...proxyIn(config, { URL }) }, 'secretsmanager')).toBe('127.0.0.1:4566');
    expect(reach({ ...https, Own }, 'secretsmanager')).toContain('an endpoint for secretsmanager');
  });
});
