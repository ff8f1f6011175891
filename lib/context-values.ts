import * as v from 'valibot';
import { ConfigurationError } from './context.ts';
import type { Stage } from './stage.ts';

/** Where the stack goes; what is not named is where the deploying credentials lead. */
export type AwsEnvironment = { readonly account?: string; readonly region?: string };

/**
 * The account and region of a deployment: the context values `account` and `region`. A stage that is one of a kind must
 * name its account, so that the wrong credentials deploy nothing; the account that the CDK finds by them
 * (CDK_DEFAULT_ACCOUNT) is no answer to that.
 * @throws {ConfigurationError}
 */
export function configuredAwsEnvironment(account: unknown, region: unknown, stage: Stage): AwsEnvironment {
  if (account === undefined && stage.namesItsAccount) {
    throw new ConfigurationError(
      `The stage ${stage.name} is deployed to the account that is named and to no other: use -c account=123456789012.`,
    );
  }
  return {
    ...(account !== undefined && { account: text('account', account, /^\d{12}$/, '123456789012') }),
    ...(region !== undefined && { region: text('region', region, /^[a-z]{2}(-[a-z]+)+-\d$/, 'eu-central-1') }),
  };
}

function text(name: string, value: unknown, form: RegExp, example: string): string {
  if (typeof value === 'string' && form.test(value)) return value;
  const given = JSON.stringify(value);
  throw new ConfigurationError(`The context value "${name}" ${given} is none: use -c ${name}=${example}.`);
}

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

const schema = v.optional(v.pipe(v.string(), v.email()));

/**
 * The address that alarms are sent to: the context value `alarmEmail`; nobody's, where there is none.
 * @throws {ConfigurationError} for what is no e-mail address
 */
export function configuredAlarmEmail(context: unknown): string | undefined {
  const parsed = v.safeParse(schema, context);
  if (parsed.success) return parsed.output;
  throw new ConfigurationError(
    `The context value "alarmEmail" ${JSON.stringify(context)} is not an e-mail address: use ` +
      '-c alarmEmail=operators@example.com, or leave it out.',
  );
}
