import { Annotations } from 'aws-cdk-lib';
import type { Construct, IConstruct } from 'constructs';
import { accountAndRegion } from './account-and-region.ts';
import { unreserved } from './lambda-concurrency.ts';
import type { Stage } from './stage.ts';

/**
 * Warns at synthesis that customers of a production stage can block each other without reserved concurrency, and that
 * the reservations of several instances in an account add up.
 */
export function warnOfConcurrency(scope: Construct, stage: Stage): void {
  if (stage.reservedConcurrency) warnOfSum(scope, Object.values(stage.reservedConcurrency));
  else if (stage.namesItsAccount) warnOfSharedConcurrency(scope);
}

/** What the instances of each app reserve, by {@link accountAndRegion}: each account has a quota in each region. */
const apps = new WeakMap<IConstruct, Map<string, number>>();

function warnOfSum(scope: Construct, reserved: readonly number[]): void {
  const { root } = scope.node;
  const sums = apps.get(root) ?? new Map<string, number>();
  const place = accountAndRegion(scope);
  const before = sums.get(place) ?? 0;
  const sum = reserved.reduce((total, each) => total + each, before);
  apps.set(root, sums.set(place, sum));
  if (before === 0) return;
  Annotations.of(scope).addWarningV2(
    'sluice:reservedConcurrency',
    `This instance and those before it reserve ${sum} concurrent executions. The deployment fails if the account's quota ` +
      `is below ${sum + unreserved}: give each instance its share of the quota as lambdaConcurrency (docs/construct.md).`,
  );
}

function warnOfSharedConcurrency(scope: Construct): void {
  Annotations.of(scope).addWarningV2(
    'sluice:sharedConcurrency',
    'No Lambda concurrency is reserved: slow calls of one customer, or another function of the account, can use all of ' +
      'it. Set lambdaConcurrency in the settings to the account’s quota (docs/operating.md, "Concurrency").',
  );
}
