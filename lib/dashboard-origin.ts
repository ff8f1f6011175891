import { ConfigurationError } from './configuration-error.ts';
import type { Stage } from './stage.ts';

/**
 * The origin of the dashboard: the context value `dashboardOrigin`, or else what the stage says.
 * @throws {ConfigurationError} when neither names one, and for what is no origin of a page that may be trusted: it
 *   must be one origin as browsers send it, by https except on this machine.
 */
export function configuredDashboardOrigin(context: unknown, stage: Stage): string {
  const origin = context ?? stage.dashboardOrigin;
  if (origin === undefined) {
    throw new ConfigurationError(`The stage ${stage.name} needs the dashboard's origin: use ${example}.`);
  }
  if (typeof origin === 'string' && isOrigin(origin)) return origin;
  throw new ConfigurationError(
    `The context value "dashboardOrigin" ${JSON.stringify(origin)} is not an origin: use ${example}, with no path, ` +
      'and with http only for localhost.',
  );
}

const example = '-c dashboardOrigin=https://dashboard.example';

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return origin === text && (protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname));
}
