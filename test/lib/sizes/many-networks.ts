import type { EffectiveSettings } from '../../../lib/settings/settings.ts';

type Networks = EffectiveSettings['networks'];

/** Networks with nodes of different providers, each with a secret. */
export const manyNetworks = (networks: number, nodes: number): Networks =>
  Array.from({ length: networks }, (_, index) => ({
    network: `network-number-${index}`,
    chain: 'ethereum' as const,
    path: `/network-number-${index}`,
    upstreams: Array.from({ length: nodes }, (__, node) => ({
      url: `https://network-${index}.provider-${node}.example.com`,
      secretName: `nodes/network-${index}/provider-${node}`,
    })),
  }));
