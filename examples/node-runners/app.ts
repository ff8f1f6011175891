import { App, Stack } from 'aws-cdk-lib';
import { Port, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { featureFlags, Sluice } from 'sluice-cdk';
import { rpcPort, SolanaNodes } from './solana-nodes.ts';

// A value for every feature flag of the CDK: those that Sluice is tested with.
const app = new App({ context: featureFlags() });
const stack = new Stack(app, 'NodeRunners');

// Nodes need the internet for their chain; the load balancer and the gateway's functions do not.
const vpc = new Vpc(stack, 'Vpc', {
  maxAzs: 2,
  natGateways: 0,
  restrictDefaultSecurityGroup: false,
  subnetConfiguration: [
    { name: 'Nodes', subnetType: SubnetType.PUBLIC },
    { name: 'Internal', subnetType: SubnetType.PRIVATE_ISOLATED },
  ],
});
const nodes = new SolanaNodes(stack, 'Solana', { vpc });

const rpc = new Sluice(stack, 'Rpc', {
  // Deleting the stack deletes the data. Without this line, the tables and users are kept.
  stage: 'dev',
  // The functions that call nodes run in the VPC, and may call the load balancer and DynamoDB only.
  vpc: {
    vpc,
    subnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
    internet: 'none',
    nodes: [nodes.loadBalancerGroup],
  },
  settings: {
    service: { name: 'Example RPC', problemTypes: 'https://example.com/problems' },
    plans: [
      {
        id: 'free',
        limits: { callsPerSecond: 10, callsPerDay: 10_000 },
        keys: 3,
        historyDays: 1,
        longestCallSeconds: 5,
        pricePerMonth: 0,
      },
    ],
    networks: [
      {
        network: 'mainnet',
        chain: 'solana',
        path: '/',
        upstreams: [{ url: app.node.tryGetContext('node') ?? nodes.url, private: true }],
      },
    ],
  },
});

// The other half of the connection: the load balancer lets the functions in.
if (rpc.securityGroup) nodes.loadBalancerGroup.addIngressRule(rpc.securityGroup, Port.tcp(rpcPort), 'from Sluice');
