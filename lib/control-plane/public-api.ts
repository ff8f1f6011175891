import { Duration } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { PublicApiVariables } from '../../src/environment.ts';
import { allowInPool, allowOnTable, changeAccounts } from '../functions/grants.ts';
import { ReleasedFunction } from '../functions/released-function.ts';
import { metricsNamespace, type Stage } from '../instance/stage.ts';
import { functionSettings } from '../settings/function-settings.ts';
import type { EffectiveSettings } from '../settings/settings.ts';
import type { UserPool } from '../users/user-pool.ts';

export type PublicApiProps = {
  readonly stage: Stage;
  readonly settings: EffectiveSettings;
  readonly directory: TableV2;
  readonly userPool: UserPool;
  readonly signUpMail: IFunction;
  /** The value of the header that the dashboard's distribution adds. */
  readonly originSecret: Secret;
};

/**
 * The operations of the management API for callers without a token, in a function of their own: it has fewer grants, and
 * strangers cannot take the executions of customers.
 */
export class PublicApi extends ReleasedFunction {
  constructor(scope: Construct, id: string, props: PublicApiProps) {
    const { stage, settings, directory, userPool, signUpMail, originSecret } = props;
    const { byHolder, byGitHub, gitHubKeysUrl } = settings.leakedKeys;
    const variables = {
      DIRECTORY_TABLE: directory.tableName,
      USER_POOL_ID: userPool.userPoolId,
      SERVER_CLIENT_ID: userPool.serverClient.userPoolClientId,
      SIGN_UP_MAIL_FUNCTION: signUpMail.functionName,
      ORIGIN_SECRET: originSecret.secretArn,
      LEAKS_BY_HOLDER: byHolder,
      LEAKS_BY_GITHUB: byGitHub,
      METRICS_NAMESPACE: metricsNamespace(stage),
      LOG_LEVEL: stage.logLevel,
    } satisfies PublicApiVariables;
    super(scope, id, {
      stage,
      description: 'Answers sign-ups, the use of recovery codes and reports of leaked secrets',
      code: 'public-api',
      memory: stage.memory.api,
      reservedConcurrency: stage.reservedConcurrency?.publicApi,
      timeout: Duration.seconds(29),
      variables: { ...variables, ...(gitHubKeysUrl !== undefined && { GITHUB_KEYS_URL: gitHubKeysUrl }) },
      settings: functionSettings(settings),
      grants: [
        allowOnTable(directory, ...changeAccounts),
        allowInPool(
          userPool,
          'AdminInitiateAuth',
          'AdminGetUser',
          'AdminSetUserMFAPreference',
          'AdminUserGlobalSignOut',
        ),
        { actions: ['lambda:InvokeFunction'], resources: [signUpMail.functionArn] },
        { actions: ['secretsmanager:GetSecretValue'], resources: [originSecret.secretArn] },
      ],
    });
  }
}
