import { parseSettings, type Settings } from '../../../lib/settings/settings.ts';
import sluiceConfig from '../../../sluice.config.ts';
import { context, stackIn, testApp } from '../../lib/synthesis.ts';

const env = { account: '123456789012', region: 'eu-south-2' };
const certificate = (region: string) => `arn:aws:acm:${region}:${env.account}:certificate/0`;

/** Every setting that is about the account, and nodes with a secret of their own key in a VPC. */
const allOptions: Settings = {
  ...sluiceConfig,
  networks: [
    {
      network: 'mainnet',
      chain: 'solana',
      path: '/',
      genesisHash: 'mainnet-beta',
      upstreams: [
        {
          url: 'https://node.internal',
          private: true,
          secretName: 'nodes/main',
          kmsKeyArn: `arn:aws:kms:${env.region}:${env.account}:key/1a`,
        },
      ],
    },
  ],
  lambdaConcurrency: 1_000,
  requestsPerSecond: 8_000,
  capacity: { minWrites: 500, maxWrites: 10_000 },
  customerManagedKey: true,
  operatorFunction: true,
  alarmEmail: 'operators@example.com',
  budget: { dollarsPerMonth: 200, email: 'operators@example.com' },
  webAcl: `arn:aws:wafv2:us-east-1:${env.account}:global/webacl/dashboard/00000000-0000-0000-0000-000000000000`,
  mail: { from: 'no-reply@example.com', verifiedDomain: 'example.com' },
  billing: { secretName: 'sluice/stripe' },
  domains: {
    rpc: { name: 'rpc.example.com' },
    api: { name: 'api.example.com', certificate: certificate(env.region) },
    dashboard: { name: 'app.example.com', certificate: certificate('us-east-1') },
    hostedZone: { id: 'Z0123456789', name: 'example.com' },
  },
  vpc: {
    id: 'vpc-0123456789abcdef0',
    subnets: ['subnet-0123456789abcdef0', 'subnet-0123456789abcdef1'],
    internet: 'none',
    nodes: ['10.0.0.0/16'],
    dynamoDbEndpoint: { routeTables: ['rtb-0123456789abcdef0'] },
    dynamoDbPrefixList: 'pl-0123456789abcdef0',
  },
};

const synthesized = (settings: Settings): string => {
  const app = testApp(context());
  stackIn(app, 'prod', { settings: parseSettings(settings, 'this test'), env });
  return app.synth().directory;
};

/** The folders of synthesized stacks of prod, by what their settings have. */
export const assemblies = { allOptions: synthesized(allOptions), shipped: synthesized(sluiceConfig) };
