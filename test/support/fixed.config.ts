import type { Settings } from '../../lib/settings/settings.ts';

// The settings of the tests. They are fixed: a plan or a network that is added to sluice.config.ts changes no test but those
// of that file, which read shipped-settings.ts.
export default {
  service: {
    name: 'Sluice',
    problemTypes: 'https://sluice.dev/problems',
  },
  plans: [
    {
      id: 'free',
      limits: { callsPerSecond: 10, callsPerDay: 10_000 },
      keys: 3,
      historyDays: 1,
      longestCallSeconds: 5,
      pricePerMonth: 0,
    },
    {
      id: 'developer',
      limits: { callsPerSecond: 50, callsPerDay: 80_000 },
      keys: 5,
      historyDays: 7,
      longestCallSeconds: 10,
      pricePerMonth: 49,
    },
    {
      id: 'business',
      limits: { callsPerSecond: 200, callsPerDay: 400_000 },
      keys: 10,
      historyDays: 30,
      longestCallSeconds: 25,
      pricePerMonth: 499,
    },
    {
      id: 'scale',
      limits: { callsPerSecond: 800, callsPerDay: 950_000 },
      keys: 20,
      historyDays: 90,
      longestCallSeconds: 25,
      pricePerMonth: 2_499,
    },
  ],
  networks: [
    {
      network: 'mainnet',
      chain: 'solana',
      path: '/',
      genesisHash: 'mainnet-beta',
      upstreams: [{ url: 'https://api.mainnet-beta.solana.com' }],
    },
    {
      network: 'devnet',
      chain: 'solana',
      path: '/devnet',
      genesisHash: 'devnet',
      upstreams: [{ url: 'https://api.devnet.solana.com' }],
    },
  ],
  signUp: 'open',
} satisfies Settings;
