import { parseSettings } from '../../lib/settings/settings.ts';
import sluiceConfig from '../../sluice.config.ts';
import { Plans } from '../../src/plans.ts';

/** Of the settings that this repository ships: only tests and pages about them read these. Others have settings.ts. */
export const plans = new Plans(parseSettings(sluiceConfig, 'sluice.config.ts').plans);
