import { parseSettings } from '../../lib/settings/settings.ts';
import sluiceConfig from '../../sluice.config.ts';
import { Plans } from '../../src/plans.ts';

/** The settings that this repository ships: only tests and pages about them read these. Others have settings.ts. */
export const shippedSettings = parseSettings(sluiceConfig, 'sluice.config.ts');

export const plans = new Plans(shippedSettings.plans);
