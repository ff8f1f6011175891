import * as v from 'valibot';
import type { EffectiveSettings } from '../../lib/settings/settings.ts';
import { billingSettingEntries } from '../../src/billing/billing-settings.ts';

/** Addresses in the snapshot that the canary replaces by those of its own nodes and its own Stripe. */
const nodesPerNetwork = 2;

export const placeholderNode = (network: string, index: number): string => `http://${network}-${index}.invalid`;

export const placeholderStripe = 'http://stripe.invalid';

/** The settings of the snapshot's functions: those of the repository, with placeholders, and with billing. */
export const withPlaceholders = (settings: EffectiveSettings): EffectiveSettings => ({
  ...settings,
  billing: {
    ...v.parse(v.strictObject(billingSettingEntries), { secretName: 'local/fake-stripe' }),
    apiUrl: placeholderStripe,
  },
  networks: settings.networks.map((network) => ({
    ...network,
    upstreams: Array.from({ length: nodesPerNetwork }, (_, index) => ({
      url: placeholderNode(network.network, index),
    })),
  })),
});
