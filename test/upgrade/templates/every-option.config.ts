import type { Settings } from '../../../lib/settings/settings.ts';
import released from './released-options.config.ts';
import vpcConfig from './vpc.config.ts';

const kmsKeyArn = 'arn:aws:kms:us-east-1:123456789012:key/00000000-0000-0000-0000-000000000000';

/**
 * An installation that uses every option which adds or changes resources. A release moves those that are new to
 * released-options.config.ts: the upgrade tests compare its templates with the last release's.
 */
export default {
  ...released,
  networks: released.networks.map((network) => ({
    ...network,
    upstreams: [...network.upstreams, { url: 'https://node.example.com', secretName: 'sluice/node', kmsKeyArn }],
  })),
  vpc: vpcConfig.vpc,
  billing: { ...released.billing, kmsKeyArn },
  requestsPerSecond: 8_000,
  customerManagedKey: true,
  logRetentionDays: 365,
  operatorFunction: true,
  resourceTags: { CostCenter: '42' },
  webAcl: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/dashboard/00000000-0000-0000-0000-000000000000',
} satisfies Settings;
