import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import type { AccountSweepVariables } from '../src/environment.ts';
import type { Billing, BillingAccess } from './billing.ts';
import type { ControlPlane } from './control-plane.ts';
import { GatewayFunction } from './gateway-function.ts';
import { allowInPool, allowOnTable, changeAccounts } from './grants.ts';
import { metricsNamespace, type Stage } from './stage.ts';
import type { Tables } from './tables.ts';

export type AccountSweepProps = {
  readonly stage: Stage;
  readonly tables: Tables;
  readonly controlPlane: Pick<ControlPlane, 'userPool'>;
  /** To end the subscriptions of deleted accounts; undefined if billing is off. */
  readonly billing: Pick<Billing, 'access'> | undefined;
};

const interval = Duration.days(1);

/** A failed run is not repeated: the next one does its work. */
const once = { retryAttempts: 0, maxEventAge: Duration.hours(1) };

/** Once a day: finishes deletions of accounts, and ends the keys of accounts whose user is gone from the pool. */
export class AccountSweep extends GatewayFunction {
  constructor(scope: Construct, id: string, { stage, tables, controlPlane, billing }: AccountSweepProps) {
    const { userPool } = controlPlane;
    const { directory, usage } = tables;
    const variables: Omit<AccountSweepVariables, keyof BillingAccess['variables']> = {
      DIRECTORY_TABLE: directory.tableName,
      USAGE_TABLE: usage.tableName,
      USER_POOL_ID: userPool.userPoolId,
      METRICS_NAMESPACE: metricsNamespace(stage),
      LOG_LEVEL: stage.logLevel,
    };
    super(scope, id, {
      stage,
      description: 'Finishes deletions of accounts, and suspends accounts without a user',
      code: 'account-sweep',
      memory: 256,
      reservedConcurrency: stage.reservedConcurrency?.accountSweep,
      // Lambda's longest. The next run continues.
      timeout: Duration.minutes(15),
      variables: { ...variables, ...billing?.access.variables },
      grants: [
        allowOnTable(directory, ...changeAccounts, 'dynamodb:DeleteItem', 'dynamodb:Scan'),
        allowOnTable(usage, 'dynamodb:DeleteItem'),
        allowInPool(userPool, ...userOperations),
        ...(billing?.access.grants ?? []),
      ],
    });
    this.handler.configureAsyncInvoke(once);
    new Rule(this, 'Schedule', {
      description: 'Runs the account sweep',
      schedule: Schedule.rate(interval),
      targets: [new LambdaFunction(this.handler, once)],
    });
    Validations.of(this).acknowledge(...acknowledged);
  }
}

const userOperations = ['AdminDeleteUser', 'AdminGetUser', 'AdminUserGlobalSignOut', 'ListUsers'];

const reason =
  'The next run, a day later, does the work of a lost one; if runs stay away, the alarm account-sweep goes off.';
const acknowledged = [
  { id: 'Serverless-EventBusDLQ', reason },
  { id: 'Serverless-LambdaAsyncFailureDestination', reason },
];
