import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { CfnSecurityGroup, IpAddresses, SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { loadTemplate, type Template } from '../../../packages/cdk-local/template/template.ts';
import type { FunctionNetwork } from '../../../packages/cdk-local/vpc/function-network.ts';
import { judgeConnection } from '../../../packages/cdk-local/vpc/judge-connection.ts';
import { readFunctionNetworks } from '../../../packages/cdk-local/vpc/read-function-networks.ts';
import { embed, stackSettings, testApp, withNodes } from '../synthesis.ts';

// An app with two stacks: the network with its nodes, and an instance of Sluice in it, served alone.

const node = { address: 'solana.internal:8899', local: '127.0.0.1:40123' };
const place = { accountId: '000000000000', region: 'us-east-1', stackName: 'Gateway' };

/** The network of the proxy, as the local runtime reads it. @param letsIn whether the nodes let the functions in */
function proxyNetwork(letsIn: boolean): { readonly template: Template; readonly network: FunctionNetwork } {
  const app = testApp();
  const other = new Stack(app, 'Network');
  const vpc = new Vpc(other, 'Vpc', {
    ipAddresses: IpAddresses.cidr('10.20.0.0/16'),
    natGateways: 0,
    restrictDefaultSecurityGroup: false,
    subnetConfiguration: [{ name: 'Internal', subnetType: SubnetType.PRIVATE_ISOLATED }],
  });
  const letIn = { ipProtocol: 'tcp', fromPort: 8899, toPort: 8899, cidrIp: vpc.vpcCidrBlock };
  const group = new CfnSecurityGroup(other, 'Nodes', {
    groupDescription: 'Nodes',
    vpcId: vpc.vpcId,
    securityGroupIngress: letsIn ? [letIn] : [],
  });
  const nodes = SecurityGroup.fromSecurityGroupId(other, 'Imported', group.attrGroupId);
  const stack = new Stack(app, 'Gateway');
  const networks = withNodes({ mainnet: [{ url: `http://${node.address}`, private: true }] }).slice(0, 1);
  const internal = { subnetType: SubnetType.PRIVATE_ISOLATED };
  embed(stack, 'Rpc', {
    settings: { ...stackSettings, networks },
    vpc: { vpc, subnets: internal, internet: 'none', nodes: [nodes] },
  });
  const { directory } = app.synth();
  const template = loadTemplate(join(directory, 'Gateway.template.json'), place, () => ['/Gateway/Rpc']);
  const [proxy] = template.ofType('AWS::Lambda::Function').filter(({ logicalId }) => logicalId.includes('Proxy'));
  const { SecurityGroupIds: securityGroupIds, SubnetIds: subnetIds } = JSON.parse(
    JSON.stringify(proxy?.properties.VpcConfig),
  );
  const nodeGroup = template
    .ofType('AWS::EC2::SecurityGroup')
    .find(({ logicalId }) => logicalId.startsWith('Nodes'))?.ref;
  const definition = { name: 'proxy', vpc: { securityGroupIds, subnetIds }, variables: {} };
  const networkOf = readFunctionNetworks(template, { nodes: [{ ...node, group: nodeGroup }] }, '127.0.0.1:4567');
  const network = networkOf(definition);
  if (!network) throw new Error('the proxy is in no VPC');
  return { template, network };
}

describe('a VPC of another stack in the same app', () => {
  let open: ReturnType<typeof proxyNetwork>;
  beforeAll(() => {
    open = proxyNetwork(true);
  });

  test('gives the functions its subnets, with their addresses, and the nodes their group', () => {
    const subnets = open.network.subnets.map(({ cidr, gateways }) => [cidr, gateways]);
    expect(subnets).toEqual([
      ['10.20.0.0/17', ['dynamodb']],
      ['10.20.128.0/17', ['dynamodb']],
    ]);
    expect(Object.values(open.network.peers).map(({ known }) => known)).toEqual([true]);
    expect(open.template.ofType('AWS::EC2::VPC')).toHaveLength(1);
  });

  test('lets a call to its nodes through, and one to DynamoDB', () => {
    const decide = (host: string, port: number) => judgeConnection(open.network, { host, port });
    expect(decide('solana.internal', 8899)).toEqual({ allowed: true, to: { host: '127.0.0.1', port: 40_123 } });
    expect(decide('dynamodb.aws.localhost', 80)).toMatchObject({ allowed: true });
  });

  test('refuses the call without the rule of the other stack, and names it', () => {
    const { network } = proxyNetwork(false);
    expect(judgeConnection(network, { host: 'solana.internal', port: 8899 })).toEqual({
      allowed: false,
      reason: expect.stringMatching(/Missing: an ingress rule of Nodes\w* for TCP 8899 from RpcVpcGroup\w+\.$/),
    });
  });
});
