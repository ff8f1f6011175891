import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { KeyApiVariables, KeyAuthorizerVariables } from '../../src/environment.ts';
import type { FunctionSettings } from '../../src/settings.ts';
import { allowOnTable } from '../functions/grants.ts';
import { ReleasedFunction } from '../functions/released-function.ts';
import type { Stage } from '../instance/stage.ts';
import type { Tables } from '../tables.ts';

export type KeyApiProps = {
  readonly stage: Stage;
  readonly tables: Tables;
  readonly settings: FunctionSettings;
  /** As in the data plane. */
  readonly importedKeys?: boolean;
};

/**
 * The functions of `GET /v1/key`. They are not the RPC API's, so that requests to the management API never take the
 * concurrency that calls need.
 */
export class KeyApi extends Construct {
  readonly authorizer: ReleasedFunction;
  readonly handler: ReleasedFunction;

  constructor(scope: Construct, id: string, props: KeyApiProps) {
    super(scope, id);
    this.authorizer = this.makeAuthorizer(props);
    this.handler = this.makeHandler(props);
  }

  private makeAuthorizer({ stage, settings, importedKeys, tables }: KeyApiProps): ReleasedFunction {
    const variables = {
      DIRECTORY_TABLE: tables.directory.tableName,
      RECORDS_TABLE: tables.records.tableName,
      ...(importedKeys && { IMPORTED_KEYS: 'on' as const }),
      LOG_LEVEL: stage.logLevel,
    } satisfies KeyAuthorizerVariables;
    return new ReleasedFunction(this, 'Authorizer', {
      stage,
      description: 'Looks up the key of a request to the management API',
      code: 'key-authorizer',
      memory: stage.memory.authorizer,
      // The most that an HTTP API waits for an authorizer (Amazon API Gateway quotas).
      timeout: Duration.seconds(10),
      reservedConcurrency: stage.reservedConcurrency?.keyAuthorizer,
      variables,
      settings,
      grants: [allowOnTable(tables.directory, 'dynamodb:GetItem'), allowOnTable(tables.records, 'dynamodb:PutItem')],
    });
  }

  private makeHandler({ stage, settings, tables }: KeyApiProps): ReleasedFunction {
    const variables: KeyApiVariables = {
      ADMISSIONS_TABLE: tables.admissions.tableName,
      USAGE_TABLE: tables.usage.tableName,
      LOG_LEVEL: stage.logLevel,
    };
    return new ReleasedFunction(this, 'Handler', {
      stage,
      description: 'Answers with the limits and the usage of the key of a request',
      code: 'key-api',
      memory: stage.memory.authorizer,
      timeout: Duration.seconds(10),
      reservedConcurrency: stage.reservedConcurrency?.keyApi,
      variables,
      settings,
      grants: [
        allowOnTable(tables.admissions, 'dynamodb:GetItem'),
        allowOnTable(tables.usage, 'dynamodb:BatchGetItem', 'dynamodb:Query'),
      ],
    });
  }
}
