import type { Settings } from '../../../lib/settings/settings.ts';
import fixedConfig from '../../support/fixed.config.ts';

/** An installation whose nodes are in a VPC, beside public ones. */
export default {
  ...fixedConfig,
  networks: fixedConfig.networks.map((network) => ({
    ...network,
    upstreams: [
      { url: `http://${network.network}.chain.internal:8899`, private: true, secretName: 'sluice/node' },
      { url: 'https://10.0.1.2' },
      ...network.upstreams,
    ],
  })),
  vpc: {
    id: 'vpc-0123456789abcdef0',
    subnets: ['subnet-0123456789abcdef0', 'subnet-0123456789abcdef1'],
    internet: 'nat',
    nodes: ['sg-0123456789abcdef0', '10.1.0.0/16'],
    ipv6: true,
    dynamoDbEndpoint: { routeTables: ['rtb-0123456789abcdef0'] },
    dynamoDbPrefixList: 'pl-0123456789abcdef0',
  },
} satisfies Settings;
