import type { Settings } from '../../../lib/settings/settings.ts';
import fixedConfig from '../../support/fixed.config.ts';
import vpcConfig from './vpc.config.ts';

const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000';
const kmsKeyArn = 'arn:aws:kms:us-east-1:123456789012:key/00000000-0000-0000-0000-000000000000';

/** An installation that uses every option which adds or changes resources. */
export default {
  ...fixedConfig,
  domains: {
    rpc: { name: 'rpc.example.com' },
    api: { name: 'api.example.com', certificate },
    dashboard: { name: 'app.example.com' },
    hostedZone: { id: 'Z0123456789', name: 'example.com' },
  },
  mail: { from: 'hello@example.com', verifiedDomain: 'example.com' },
  alarmEmail: 'operators@example.com',
  budget: { dollarsPerMonth: 200, email: 'operators@example.com' },
  corsHeaders: ['x-request-source'],
  lambdaConcurrency: 1_000,
  capacity: { minWrites: 500 },
  networks: fixedConfig.networks.map((network) => ({
    ...network,
    upstreams: [...network.upstreams, { url: 'https://node.example.com', secretName: 'sluice/node', kmsKeyArn }],
  })),
  vpc: vpcConfig.vpc,
  billing: { secretName: 'sluice/billing', kmsKeyArn },
  requestsPerSecond: 8_000,
  customerManagedKey: true,
  logRetentionDays: 365,
  operatorFunction: true,
  resourceTags: { CostCenter: '42' },
  webAcl: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/dashboard/00000000-0000-0000-0000-000000000000',
} satisfies Settings;
