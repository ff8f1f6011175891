import type { Settings } from '../../lib/settings/settings.ts';
import sluiceConfig from '../../sluice.config.ts';

/** The settings of an operator whose customers pay. */
export default { ...sluiceConfig, currency: 'eur', billing: { secretName: 'sluice/stripe' } } satisfies Settings;
