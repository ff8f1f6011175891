import type { Settings } from 'sluice-cdk';

/** Solana and Ethereum for paying customers, at your domain. docs/settings.md explains every setting. */
export default {
  service: {
    name: 'Example RPC',
    support: 'mailto:help@example.com',
    terms: 'https://example.com/terms',
    problemTypes: 'https://example.com/problems',
  },
  currency: 'eur',
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
      id: 'team',
      limits: { callsPerSecond: 200, callsPerDay: 1_000_000 },
      keys: 10,
      historyDays: 30,
      longestCallSeconds: 25,
      pricePerMonth: 199,
    },
    {
      // Only you can put an account on it.
      id: 'partner',
      availability: 'by-operator',
      limits: { callsPerSecond: 800, callsPerDay: 10_000_000 },
      keys: 40,
      historyDays: 90,
      longestCallSeconds: 25,
      pricePerMonth: 0,
    },
  ],
  networks: [
    {
      network: 'mainnet',
      chain: 'solana',
      path: '/',
      // Nodes in order of preference. The secret has the credentials of the first one.
      upstreams: [
        { url: 'https://solana.node.example', secretName: 'nodes/solana' },
        { url: 'https://api.mainnet-beta.solana.com' },
      ],
    },
    {
      network: 'eth-mainnet',
      chain: 'ethereum',
      path: '/eth',
      upstreams: [{ url: 'https://ethereum.node.example', secretName: 'nodes/ethereum' }],
    },
  ],
  domains: {
    rpc: { name: 'rpc.example.com' },
    api: { name: 'api.example.com' },
    dashboard: { name: 'app.example.com' },
    // For the records and the certificates.
    hostedZone: { id: 'Z0123456789ABC', name: 'example.com' },
  },
  mail: { from: 'no-reply@example.com', verifiedDomain: 'example.com' },
  // The secret has Stripe's keys.
  billing: { secretName: 'sluice/stripe', automaticTax: true, collectTaxIds: true, graceDays: 7 },
  alarmEmail: 'on-call@example.com',
  budget: { dollarsPerMonth: 500, email: 'finance@example.com' },
  // Your account's quota in this region. Without this line, nothing is reserved.
  lambdaConcurrency: 1_000,
} satisfies Settings;
