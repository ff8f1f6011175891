import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { AccountSweepVariables } from '../../src/environment.ts';
import { allowInPool, allowOnTable, changeAccounts } from '../functions/grants.ts';
import { ScheduledFunction } from '../functions/scheduled-function.ts';
import { metricsVariable, type Stage } from '../instance/stage.ts';
import type { Tables } from '../tables.ts';
import type { Billing } from './billing.ts';
import type { ControlPlane } from './control-plane.ts';

export type AccountSweepProps = {
  readonly stage: Stage;
  readonly tables: Tables;
  readonly controlPlane: Pick<ControlPlane, 'userPool'>;
  /** To end the subscriptions of deleted accounts; undefined if billing is off. */
  readonly billing: Pick<Billing, 'access'> | undefined;
};

/** Once a day: finishes deletions of accounts, and ends the keys of accounts whose user is gone from the pool. */
export class AccountSweep extends ScheduledFunction {
  constructor(scope: Construct, id: string, { stage, tables, controlPlane, billing }: AccountSweepProps) {
    const { userPool } = controlPlane;
    const { directory, usage } = tables;
    const variables = {
      DIRECTORY_TABLE: directory.tableName,
      USAGE_TABLE: usage.tableName,
      USER_POOL_ID: userPool.userPoolId,
      ...metricsVariable(stage),
      LOG_LEVEL: stage.logLevel,
    } satisfies AccountSweepVariables;
    super(scope, id, {
      stage,
      description: 'Finishes deletions of accounts, and suspends accounts without a user',
      code: 'account-sweep',
      memory: 256,
      reservedConcurrency: stage.reservedConcurrency?.accountSweep,
      // Lambda's longest. The next run continues.
      timeout: Duration.minutes(15),
      schedule: { interval: Duration.days(1), description: 'Runs the account sweep', alarm: 'account-sweep' },
      variables: { ...variables, ...billing?.access.variables },
      grants: [
        allowOnTable(directory, ...changeAccounts, 'dynamodb:Query', 'dynamodb:DeleteItem', 'dynamodb:Scan'),
        allowOnTable(usage, 'dynamodb:DeleteItem'),
        allowInPool(userPool, ...userOperations),
        ...(billing?.access.grants ?? []),
      ],
    });
  }
}

const userOperations = ['AdminDeleteUser', 'AdminGetUser', 'AdminUserGlobalSignOut', 'ListUsers'];
