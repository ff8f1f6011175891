import type { Settings } from '../../lib/settings/settings.ts';
import fixedConfig from '../support/fixed.config.ts';

/** Ethereum beside Solana, with other nodes in prod. */
export default (stage: string): Settings => ({
  ...fixedConfig,
  networks: [
    ...fixedConfig.networks,
    {
      network: 'eth-mainnet',
      chain: 'ethereum',
      path: '/eth',
      maxLagSeconds: 60,
      upstreams: [
        { url: `https://${stage}.eth.example`, secretName: 'nodes/eth' },
        { url: 'https://second.eth.example' },
      ],
    },
  ],
});
