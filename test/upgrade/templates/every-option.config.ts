import type { Settings } from '../../../lib/settings/settings.ts';
import sluiceConfig from '../../../sluice.config.ts';

const domain = (name: string) => ({
  name,
  certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000',
});

/** An installation that uses every option which adds or changes resources. */
export default {
  ...sluiceConfig,
  domains: {
    rpc: domain('rpc.example.com'),
    api: domain('api.example.com'),
    dashboard: domain('app.example.com'),
  },
  billing: { secretName: 'sluice/billing' },
  mail: { from: 'hello@example.com', verifiedDomain: 'example.com' },
  alarmEmail: 'operators@example.com',
  budget: { dollarsPerMonth: 200, email: 'operators@example.com' },
  lambdaConcurrency: 1_000,
  capacity: { minWrites: 500 },
} satisfies Settings;
