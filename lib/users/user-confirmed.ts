import { Duration } from 'aws-cdk-lib';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { UserConfirmedVariables } from '../../src/environment.ts';
import { GatewayFunction } from '../functions/gateway-function.ts';
import { allowOnTable, changeAccounts } from '../functions/grants.ts';
import type { Stage } from '../instance/stage.ts';
import { functionSettings } from '../settings/function-settings.ts';
import type { EffectiveSettings } from '../settings/settings.ts';

export type UserConfirmedProps = {
  readonly stage: Stage;
  readonly settings: EffectiveSettings;
  readonly directory: TableV2;
};

/** The pool's trigger after a confirmation: a password reset ends all sessions of the account. */
export class UserConfirmed extends GatewayFunction {
  constructor(scope: Construct, id: string, { stage, settings, directory }: UserConfirmedProps) {
    const variables: UserConfirmedVariables = {
      DIRECTORY_TABLE: directory.tableName,
      LOG_LEVEL: stage.logLevel,
    };
    super(scope, id, {
      stage,
      description: 'Ends all sessions after a password reset',
      code: 'user-confirmed',
      memory: stage.memory.api,
      reservedConcurrency: stage.reservedConcurrency?.userConfirmed,
      // Cognito waits at most 5 s for a trigger.
      timeout: Duration.seconds(5),
      variables,
      settings: functionSettings(settings),
      grants: [allowOnTable(directory, ...changeAccounts)],
    });
  }

  /** In a policy of its own: the pool refers to the function, so neither it nor its role can refer to the pool. */
  allowSignOut(pool: UserPool): void {
    const { role } = this.handler;
    new Policy(this, 'SignOut', {
      ...(role && { roles: [role] }),
      statements: [
        new PolicyStatement({ actions: ['cognito-idp:AdminUserGlobalSignOut'], resources: [pool.userPoolArn] }),
      ],
    });
  }
}
