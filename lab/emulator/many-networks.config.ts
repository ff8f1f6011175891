import { manyNetworks } from '../../test/lib/sizes/many-networks.ts';
import everyOption from '../../test/upgrade/templates/every-option.config.ts';

/** The promised size, with every option: test/lib/sizes has its limits. */
const { rpc, api, dashboard } = everyOption.domains;
const { certificate } = api;

export default {
  ...everyOption,
  // ministack creates no record in a hosted zone that it did not create.
  domains: { rpc: { ...rpc, certificate }, api, dashboard: { ...dashboard, certificate } },
  networks: manyNetworks(60, 3),
};
