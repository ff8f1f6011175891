import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { ConfigurationError } from '../settings/configuration-error.ts';

/** Reserved concurrency of each function: it can always have this many concurrent executions, and never more. */
export type ReservedConcurrency = Readonly<
  Partial<Record<keyof typeof withBilling | keyof typeof withVpc, number>> &
    Record<
      | 'authorizer'
      | 'proxy'
      | 'tally'
      | 'api'
      | 'publicApi'
      | 'keyAuthorizer'
      | 'keyApi'
      | 'tokenAuthorizer'
      | 'signUpMail'
      | 'userConfirmed'
      | 'watch'
      | 'usageDays'
      | 'accountSweep'
      | 'preTrafficCheck'
      | 'fileCopier',
      number
    >
>;

/** Lambda keeps this many for functions without reserved concurrency ("Configuring reserved concurrency"). */
export const unreserved = 100;

/** Enough for what these functions do, whatever the quota. */
const fixed = {
  publicApi: 5,
  // 50 requests a second to GET /v1/key, as Lambda allows ten for each execution.
  keyAuthorizer: 5,
  keyApi: 5,
  tokenAuthorizer: 5,
  signUpMail: 2,
  userConfirmed: 2,
  watch: 2,
  usageDays: 2,
  accountSweep: 2,
  // One execution for each function of the release.
  preTrafficCheck: 3,
  // So many copies run at once.
  fileCopier: 3,
};

/** Only with billing. */
const withBilling = { billingEvents: 5, billingReconciliation: 2 };

/** Only with a VPC. */
const withVpc = { endpointWatch: 2 };

/** With fewer executions, about ten slow calls would block all others. */
const leastForRequests = 50;

/**
 * Divides a quota: customers' calls get most of it, and no other function can take more than its share. A call needs one
 * short execution of the authorizer, and one of the proxy for as long as the node takes.
 * @throws {ConfigurationError} if the quota is too small to reserve from
 */
export function reserveConcurrency(
  quota: number,
  { billing, vpc = false }: { readonly billing: boolean; readonly vpc?: boolean },
): ReservedConcurrency {
  const part = Math.max(5, Math.floor(quota / 20));
  const others = { tally: part, api: part, ...fixed, ...(billing && withBilling), ...(vpc && withVpc) };
  const left = quota - unreserved - Object.values(others).reduce((sum, each) => sum + each, 0);
  if (left < leastForRequests) {
    throw new ConfigurationError(
      `lambdaConcurrency is ${quota}, which is too small: Lambda keeps ${unreserved} for functions ` +
        `without a reservation, and the functions besides authorizer and proxy need ${quota - left - unreserved}. New accounts ` +
        'start at 10: request 1,000 (docs/operating.md, "Quotas to ask for"), or omit it to reserve none.',
    );
  }
  const authorizer = Math.floor(left / 3);
  return { authorizer, proxy: left - authorizer, ...others };
}

type WithFunction = { readonly resource: CfnFunction };

/**
 * Makes a deployment update the first functions before the others. Lambda refuses a reservation that leaves fewer than 100
 * executions unreserved, so shares that shrink must do so before others grow.
 */
export function updateInOrder(first: readonly WithFunction[], others: readonly WithFunction[]): void {
  for (const other of others) for (const one of first) other.resource.node.addDependency(one.resource);
}
