import { PERMISSIONS_BOUNDARY_CONTEXT_KEY } from 'aws-cdk-lib';
import * as v from 'valibot';
import { ConfigurationError } from '../../lib/settings/configuration-error.ts';

/** The part of a stage that decides whether a deployment must name its account. */
type AccountRule = { readonly name: string; readonly namesItsAccount: boolean };

/** The account and region of a deployment; by default those of the deploying credentials. */
type AwsEnvironment = { readonly account?: string; readonly region?: string };

/**
 * The context values `account` and `region`. prod must name its account, so that the wrong credentials deploy nothing.
 * CDK_DEFAULT_ACCOUNT would not prevent that: the CDK takes it from the credentials.
 * @throws {ConfigurationError}
 */
export function configuredAwsEnvironment(account: unknown, region: unknown, stage: AccountRule): AwsEnvironment {
  if (account === undefined && stage.namesItsAccount) {
    throw new ConfigurationError(
      `The stage ${stage.name} must name the account that it is deployed to: use -c account=123456789012.`,
    );
  }
  return {
    ...(account !== undefined && { account: matching('account', account, /^\d{12}$/, '123456789012') }),
    ...(region !== undefined && { region: matching('region', region, /^[a-z]{2,4}(-[a-z]+)+-\d$/, 'eu-central-1') }),
  };
}

/**
 * The alarms that must not stop this release: the context value `releaseDespiteAlarms`, their names separated by commas.
 * It is for one release, which ends the alarm: CodeDeploy stops at once while an alarm of the group is ringing.
 * @throws {ConfigurationError} if it is not a list of names; the synthesis checks the names
 */
export function configuredIgnoredAlarms(context: unknown): readonly string[] {
  if (context === undefined) return [];
  const names = typeof context === 'string' ? context.split(',').map((name) => name.trim()) : [];
  if (names.length > 0 && names.every((name) => name !== '')) return names;
  throw new ConfigurationError(
    `The context value "releaseDespiteAlarms" ${JSON.stringify(context)} is not a list of alarms: use ` +
      '-c releaseDespiteAlarms=proxy-errors, or several names with commas between them.',
  );
}

const boundarySchema = v.union([
  v.strictObject({ name: v.pipe(v.string(), v.regex(/^[\w+=,.@-]{1,128}$/)) }),
  v.strictObject({ arn: v.pipe(v.string(), v.regex(/^arn:aws:iam::(\d{12}|aws):policy\/\S+$/)) }),
]);

/**
 * The permissions boundary of all roles, by the name or ARN of its policy: the CDK's own context value. With `-c` it is JSON,
 * which the CDK would ignore.
 * @throws {ConfigurationError} if it is neither
 */
export function configuredBoundary(context: unknown): v.InferOutput<typeof boundarySchema> | undefined {
  if (context === undefined) return undefined;
  const value = typeof context === 'string' ? v.safeParse(v.pipe(v.string(), v.parseJson()), context).output : context;
  const parsed = v.safeParse(boundarySchema, value);
  if (parsed.success) return parsed.output;
  throw new ConfigurationError(
    `The context value "${PERMISSIONS_BOUNDARY_CONTEXT_KEY}" ${JSON.stringify(context)} names no policy: use ` +
      `-c ${PERMISSIONS_BOUNDARY_CONTEXT_KEY}='{"name":"POLICY"}', or "arn" instead of "name".`,
  );
}

function matching(name: string, value: unknown, pattern: RegExp, example: string): string {
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw new ConfigurationError(
    `The context value "${name}" is ${JSON.stringify(value)}, which is not valid. Example: -c ${name}=${example}.`,
  );
}
