import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { SignUpMailVariables } from '../../src/environment.ts';
import { GatewayFunction } from '../functions/gateway-function.ts';
import { allowInPool } from '../functions/grants.ts';
import type { Stage } from '../instance/stage.ts';
import { functionSettings } from '../settings/function-settings.ts';
import type { EffectiveSettings } from '../settings/settings.ts';
import { allowMails, mailVariables } from './mails.ts';
import type { UserPool } from './user-pool.ts';

export type SignUpMailProps = {
  readonly stage: Stage;
  readonly settings: EffectiveSettings;
  readonly userPool: UserPool;
};

/** Lambda's two retries wait one and two minutes. A later one could void the code of a newer mail. */
const attempts = { retryAttempts: 2, maxEventAge: Duration.minutes(5) };

/** Creates the users of sign-ups and sends their mails, after the answer. */
export class SignUpMail extends GatewayFunction {
  constructor(scope: Construct, id: string, { stage, settings, userPool }: SignUpMailProps) {
    const { dashboard: domain } = settings.domains;
    super(scope, id, {
      stage,
      description: 'Creates the users of sign-ups and sends their mails',
      code: 'sign-up-mail',
      memory: stage.memory.api,
      reservedConcurrency: stage.reservedConcurrency?.signUpMail,
      timeout: Duration.seconds(30),
      variables: {
        ...({ USER_POOL_ID: userPool.userPoolId, LOG_LEVEL: stage.logLevel } satisfies Partial<SignUpMailVariables>),
        ...mailVariables(settings, Stack.of(scope)),
        ...(settings.mail && domain && { DASHBOARD_URL: `https://${domain.name}` }),
      },
      settings: functionSettings(settings),
      grants: [
        allowInPool(userPool, 'AdminCreateUser', 'AdminGetUser', 'AdminSetUserPassword'),
        ...allowMails(settings, Stack.of(scope)),
      ],
    });
    this.handler.configureAsyncInvoke(attempts);
    Validations.of(this).acknowledge({
      id: 'Serverless-LambdaAsyncFailureDestination',
      reason: 'A sign-up whose mail did not come is repeated by the visitor, who would find an old mail useless.',
    });
  }
}
