import type { FunctionDefinition } from '../../functions/function-definition.ts';
import { readFunction } from '../../functions/function-definition.ts';
import type { FunctionNetwork } from '../../vpc/function-network.ts';
import { judgeConnection } from '../../vpc/judge-connection.ts';
import { readFunctionNetworks } from '../../vpc/read-function-networks.ts';
import type { VpcOptions } from '../../vpc/vpc-options.ts';
import { templateWith } from '../template/template-file.ts';

const getAtt = (id: string, attribute: string) => ({ 'Fn::GetAtt': [id, attribute] });
const Ref = (id: string) => ({ Ref: id });

/** A function `Proxy` with the group `ProxyGroup` in the subnet `Private`, and a node's group `NodeGroup`. */
export const network = {
  Vpc: { Type: 'AWS::EC2::VPC', Properties: { CidrBlock: '10.0.0.0/16' } },
  Private: { Type: 'AWS::EC2::Subnet', Properties: { VpcId: Ref('Vpc'), CidrBlock: '10.0.1.0/24' } },
  Routes: { Type: 'AWS::EC2::RouteTable', Properties: { VpcId: Ref('Vpc') } },
  PrivateRoutes: {
    Type: 'AWS::EC2::SubnetRouteTableAssociation',
    Properties: { SubnetId: Ref('Private'), RouteTableId: Ref('Routes') },
  },
  Role: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: {} } },
  Proxy: {
    Type: 'AWS::Lambda::Function',
    Metadata: { 'aws:asset:path': 'code' },
    Properties: {
      Code: {},
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: getAtt('Role', 'Arn'),
      VpcConfig: { SubnetIds: [Ref('Private')], SecurityGroupIds: [getAtt('ProxyGroup', 'GroupId')] },
    },
  },
};

export const group = (rules: object = {}) => ({
  Type: 'AWS::EC2::SecurityGroup',
  Properties: { GroupDescription: 'a group', VpcId: Ref('Vpc'), ...rules },
});

export const tcp = (FromPort: number, rule: object, ToPort = FromPort) => ({
  IpProtocol: 'tcp',
  FromPort,
  ToPort,
  ...rule,
});

/** What the CDK writes for a group that allows nothing. */
export const nothing = { IpProtocol: 'icmp', FromPort: 252, ToPort: 86, CidrIp: '255.255.255.255/32' };

export const toNode = { DestinationSecurityGroupId: getAtt('NodeGroup', 'GroupId') };
export const fromProxy = { SourceSecurityGroupId: getAtt('ProxyGroup', 'GroupId') };

/** The network of the function `Proxy` in a template with these resources besides. */
export function networkOf(resources: object, options: VpcOptions = {}): FunctionNetwork {
  const template = templateWith({ ...network, ...resources });
  const definition: FunctionDefinition = readFunction(template.get('Proxy'), '/');
  const found = readFunctionNetworks(template, options, '127.0.0.1:4566')(definition);
  if (!found) throw new Error('The function is in no VPC.');
  return found;
}

/** Why the function cannot connect; or where its connection goes. */
export function connect(found: FunctionNetwork, host: string, port: number): string {
  const decision = judgeConnection(found, { host, port });
  return decision.allowed ? `${decision.to.host}:${decision.to.port}` : decision.reason;
}
