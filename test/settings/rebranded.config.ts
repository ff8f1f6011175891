import type { Settings } from '../../lib/settings/settings.ts';

/** Another company's settings: its name, logo, links, plans, prices and sign-up policy. */
export default {
  service: {
    name: 'Wellspring',
    logo: './rebranded-logo.svg',
    support: 'https://help.wellspring.example',
    terms: 'https://wellspring.example/terms',
    problemTypes: 'https://docs.wellspring.example/errors',
  },
  plans: [
    {
      id: 'trial',
      limits: { callsPerSecond: 5, callsPerDay: 2_000 },
      keys: 2,
      historyDays: 2,
      longestCallSeconds: 5,
      pricePerMonth: 0,
    },
    {
      id: 'team',
      limits: { callsPerSecond: 100, callsPerDay: 500_000 },
      keys: 8,
      historyDays: 14,
      longestCallSeconds: 15,
      pricePerMonth: 90,
    },
    {
      id: 'starter',
      availability: 'retired',
      limits: { callsPerSecond: 20, callsPerDay: 50_000 },
      keys: 3,
      historyDays: 7,
      longestCallSeconds: 10,
      pricePerMonth: 20,
    },
    {
      id: 'enterprise',
      availability: 'by-operator',
      limits: { callsPerSecond: 800, callsPerDay: 20_000_000 },
      keys: 40,
      historyDays: 90,
      longestCallSeconds: 25,
      pricePerMonth: 4_000,
    },
  ],
  networks: [
    {
      network: 'mainnet',
      chain: 'solana',
      path: '/',
      upstreams: [{ url: 'https://solana.nodes.example', secretName: 'nodes/solana' }],
    },
  ],
  signUp: { emailDomains: ['example.com'] },
  mail: { from: 'no-reply@wellspring.example', verifiedDomain: 'wellspring.example', region: 'eu-central-1' },
  alarmEmail: 'operators@wellspring.example',
} satisfies Settings;
