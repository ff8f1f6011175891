import type { Settings } from '../../../lib/settings/settings.ts';
import fixedConfig from '../../support/fixed.config.ts';

const certificate = 'arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000';

/** An installation that uses every option of the last release which adds or changes resources. */
export default {
  ...fixedConfig,
  domains: {
    rpc: { name: 'rpc.example.com' },
    api: { name: 'api.example.com', certificate },
    dashboard: { name: 'app.example.com' },
    hostedZone: { id: 'Z0123456789', name: 'example.com' },
  },
  billing: { secretName: 'sluice/billing' },
  mail: { from: 'hello@example.com', verifiedDomain: 'example.com' },
  alarmEmail: 'operators@example.com',
  budget: { dollarsPerMonth: 200, email: 'operators@example.com' },
  corsHeaders: ['x-request-source'],
  lambdaConcurrency: 1_000,
  capacity: { minWrites: 500 },
} satisfies Settings;
