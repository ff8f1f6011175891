import * as v from 'valibot';
import { ConfigurationError } from './configuration-error.ts';
import { readContext } from './context.ts';

/** Executions at once that are kept for a function, which are also the most that it gets. */
export type ReservedConcurrency = v.InferOutput<typeof schema>;

const executions = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)));
const schema = v.strictObject({ authorizer: executions, proxy: executions, tally: executions, api: executions });
const form = '{ "authorizer": 100, "proxy": 500, "tally": 50, "api": 50 }, each of them optional';

/** AWS Lambda quotas: concurrent executions of an account in a region, at first. */
const firstQuota = 1_000;
/** AWS Lambda Developer Guide, "Configuring reserved concurrency": this many are left to functions that reserve none. */
const unreserved = 100;

/**
 * The context value `reservedConcurrency`; nothing is reserved without it. `concurrencyQuota` says what the account has,
 * where that is not what an account begins with.
 * @throws {ConfigurationError} also for reservations that leave too little to everything else in the account
 */
export function configuredReservedConcurrency(
  context: unknown,
  quotaContext: unknown,
): ReservedConcurrency | undefined {
  const reserved = readContext('reservedConcurrency', schema, context, form);
  if (!reserved) return undefined;
  const quota = quotaContext === undefined ? firstQuota : Number(quotaContext);
  const sum = Object.values(reserved).reduce<number>((total, each = 0) => total + each, 0);
  if (sum + unreserved <= quota) return reserved;
  throw new ConfigurationError(
    `The context value "reservedConcurrency" reserves ${sum} of ${quota} executions, and Lambda keeps ${unreserved} for ` +
      'everything else in the account: reserve less, or say what the account has with -c concurrencyQuota=5000.',
  );
}
