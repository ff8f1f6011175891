import { functionSettings } from '../../lib/settings/function-settings.ts';
import { parseSettings } from '../../lib/settings/settings.ts';
import sluiceConfig from '../../sluice.config.ts';
import { NetworkChains } from '../../src/network-chains.ts';
import { Plans } from '../../src/plans.ts';

/** The settings of this repository. */
export const settings = parseSettings(sluiceConfig, 'sluice.config.ts');

/** What functions read of them. */
export const readByFunctions = functionSettings(settings);

export const plans = new Plans(settings.plans);

export const { networks } = settings;

export const networkChains = new NetworkChains(networks);
