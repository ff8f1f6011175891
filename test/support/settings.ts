import { functionSettings } from '../../lib/settings/function-settings.ts';
import { parseSettings } from '../../lib/settings/settings.ts';
import { NetworkChains } from '../../src/network-chains.ts';
import { Plans } from '../../src/plans.ts';
import fixedConfig from './fixed.config.ts';

/** The settings of the tests. */
export const settings = parseSettings(fixedConfig, 'fixed.config.ts');

/** What functions read of them. */
export const readByFunctions = functionSettings(settings);

export const plans = new Plans(settings.plans);

export const { networks } = settings;

export const networkChains = new NetworkChains(networks);
