import { ConfigurationError } from './configuration-error.ts';
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
