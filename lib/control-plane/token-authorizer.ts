import { Duration } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { TokenAuthorizerVariables } from '../../src/environment.ts';
import { allowOnTable } from '../functions/grants.ts';
import { ReleasedFunction } from '../functions/released-function.ts';
import type { Stage } from '../instance/stage.ts';

export type TokenAuthorizerProps = { readonly stage: Stage; readonly directory: TableV2 };

/** Looks up account tokens. It reads the Directory, and nothing else. */
export class TokenAuthorizer extends ReleasedFunction {
  constructor(scope: Construct, id: string, { stage, directory }: TokenAuthorizerProps) {
    const variables: TokenAuthorizerVariables = { DIRECTORY_TABLE: directory.tableName, LOG_LEVEL: stage.logLevel };
    super(scope, id, {
      stage,
      description: 'Looks up the account token of a request to the management API',
      code: 'token-authorizer',
      memory: stage.memory.authorizer,
      // The most that an HTTP API waits for an authorizer (Amazon API Gateway quotas).
      timeout: Duration.seconds(10),
      reservedConcurrency: stage.reservedConcurrency?.tokenAuthorizer,
      variables,
      grants: [allowOnTable(directory, 'dynamodb:GetItem')],
    });
  }
}
