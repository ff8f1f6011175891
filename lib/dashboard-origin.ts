import { ConfigurationError } from './configuration-error.ts';
import type { Stage } from './stage.ts';

/**
 * An origin beside the dashboard's own whose pages may call the management API: the context value `dashboardOrigin`, or
 * else what the stage says; none, where neither names one.
 * @throws {ConfigurationError} for what is no origin of a page that may be trusted: it must be one origin as browsers
 *   send it, by https except on this machine.
 */
export function configuredDashboardOrigin(context: unknown, stage: Stage): string | undefined {
  const origin = context === undefined ? stage.dashboardOrigin : context;
  if (origin === undefined || (typeof origin === 'string' && isOrigin(origin))) return origin;
  throw new ConfigurationError(
    `The context value "dashboardOrigin" ${JSON.stringify(origin)} is not an origin: use ` +
      '-c dashboardOrigin=https://dashboard.example, with no path, and with http only for localhost.',
  );
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return origin === text && (protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname));
}
