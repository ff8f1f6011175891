import { ConfigurationError } from '../settings/configuration-error.ts';
import type { StagePreset } from './stage.ts';

/**
 * A second origin whose pages may call the management API, besides the dashboard's: the given one, or the stage's default.
 * @throws {ConfigurationError} unless it is one origin, as browsers send it, with https (or http on localhost)
 */
export function checkedDashboardOrigin(given: string | undefined, stage: StagePreset): string | undefined {
  const origin = given ?? stage.dashboardOrigin;
  if (origin === undefined || isOrigin(origin)) return origin;
  throw new ConfigurationError(
    `dashboardOrigin is ${JSON.stringify(origin)}, which is not an origin: use one like https://dashboard.example, with no ` +
      'path, and with http only for localhost.',
  );
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return origin === text && (protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname));
}
