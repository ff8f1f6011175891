import { Annotations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ConfigurationError } from './context.ts';

/** Executions at once that are kept for each function, which are also the most that it gets. */
export type ReservedConcurrency = Readonly<
  Record<'authorizer' | 'proxy' | 'tally' | 'api' | 'watch' | 'usageDays' | 'preTrafficCheck', number>
>;

/** AWS Lambda Developer Guide, "Configuring reserved concurrency": this many are left to functions that reserve none. */
const unreserved = 100;

/** Fewer would serve some ten slow calls at once. */
const leastForRequests = 50;

/**
 * The context value `lambdaConcurrency`: how many executions at once the account's quota allows in the region, or
 * `unreserved`, the default, with which all functions of the account share them.
 * @throws {ConfigurationError} for what is no number, or too small to be shared out
 */
export function configuredLambdaConcurrency(context: unknown): ReservedConcurrency | undefined {
  if (context === undefined || context === 'unreserved') return undefined;
  const quota = typeof context === 'string' && context !== '' ? Number(context) : context;
  if (typeof quota !== 'number' || !Number.isInteger(quota)) {
    throw new ConfigurationError(
      `The context value "lambdaConcurrency" is ${JSON.stringify(context)}: give the account's quota of concurrent ` +
        'executions, like -c lambdaConcurrency=1000, or leave it out to reserve none.',
    );
  }
  return share(quota);
}

/**
 * Shares a quota out: what customers' calls need is kept for them, and nothing else can take more than its part.
 * A call takes one short execution of the authorizer, and one of the proxy for as long as its node takes.
 */
function share(quota: number): ReservedConcurrency {
  const part = Math.max(5, Math.floor(quota / 20));
  const others = { tally: part, api: part, watch: 2, usageDays: 2, preTrafficCheck: 3 };
  const left = quota - unreserved - Object.values(others).reduce((sum, each) => sum + each, 0);
  if (left < leastForRequests) {
    throw new ConfigurationError(
      `The context value "lambdaConcurrency" is ${quota}, too few to reserve any: Lambda keeps ${unreserved} for functions ` +
        `that reserve none, and ${quota - left - unreserved} go to tallies, the management API, watch and usage-days. New accounts ` +
        'start at 10: ask for 1,000 (docs/operating.md, "Quotas to ask for"), or leave it out to reserve none.',
    );
  }
  const authorizer = Math.floor(left / 3);
  return { authorizer, proxy: left - authorizer, ...others };
}

/** Says at synthesis what it means that nothing is reserved. */
export function warnOfSharedConcurrency(scope: Construct): void {
  Annotations.of(scope).addWarningV2(
    'sluice:sharedConcurrency',
    'No Lambda executions are reserved: slow calls of one customer, or another function of the account, can take all of ' +
      'them from everybody. Give the account’s quota: -c lambdaConcurrency=1000 (docs/operating.md, "Concurrency").',
  );
}
