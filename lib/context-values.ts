import { ConfigurationError } from './settings/configuration-error.ts';
import type { Stage } from './stage.ts';

/** The account and region of a deployment; by default those of the deploying credentials. */
export type AwsEnvironment = { readonly account?: string; readonly region?: string };

/**
 * The context values `account` and `region`. prod must name its account, so that the wrong credentials deploy nothing.
 * CDK_DEFAULT_ACCOUNT would not prevent that: the CDK takes it from the credentials.
 * @throws {ConfigurationError}
 */
export function configuredAwsEnvironment(account: unknown, region: unknown, stage: Stage): AwsEnvironment {
  if (account === undefined && stage.namesItsAccount) {
    throw new ConfigurationError(
      `The stage ${stage.name} must name the account that it is deployed to: use -c account=123456789012.`,
    );
  }
  return {
    ...(account !== undefined && { account: matching('account', account, /^\d{12}$/, '123456789012') }),
    ...(region !== undefined && { region: matching('region', region, /^[a-z]{2}(-[a-z]+)+-\d$/, 'eu-central-1') }),
  };
}

function matching(name: string, value: unknown, pattern: RegExp, example: string): string {
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw new ConfigurationError(
    `The context value "${name}" is ${JSON.stringify(value)}, which is not valid. Example: -c ${name}=${example}.`,
  );
}

/**
 * A second origin whose pages may call the management API, besides the dashboard's: the context value `dashboardOrigin`,
 * or the stage's default.
 * @throws {ConfigurationError} unless it is one origin, as browsers send it, with https (or http on localhost)
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
