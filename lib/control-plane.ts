import { Duration, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { ControlPlaneVariables } from '../src/environment.ts';
import type { ApiDomain } from './domain/custom-domains.ts';
import { GatewayFunction } from './gateway-function.ts';
import { allowOnTable } from './grants.ts';
import { ManagementApi } from './management-api.ts';
import type { ReleasedFunctions } from './release/released-function.ts';
import { type EffectiveSettings, functionSettings } from './settings/settings.ts';
import type { Stage } from './stage.ts';
import type { Tables } from './tables.ts';
import { UserPool } from './user-pool.ts';

export type ControlPlaneProps = {
  readonly stage: Stage;
  readonly settings: EffectiveSettings;
  readonly tables: Tables;
  /** The RPC API's address, without a trailing slash. */
  readonly rpcUrl: string;
  readonly dashboardOrigin: string | undefined;
  /** The functions that answer calls: they know a new plan before a customer can choose it. */
  readonly released: Pick<ReleasedFunctions, 'authorizer' | 'proxy'>;
  /** The custom domain name of the management API, if it has one. */
  readonly domainName: ApiDomain | undefined;
};

/** The management of accounts, plans, keys and usage: the user pool, the HTTP API and its handler. */
export class ControlPlane extends Construct {
  readonly userPool: UserPool;
  readonly api: ManagementApi;

  constructor(scope: Construct, id: string, props: ControlPlaneProps) {
    super(scope, id);
    const { stage, settings, dashboardOrigin, domainName } = props;
    this.userPool = new UserPool(this, 'UserPool', stage, settings);
    const handler = this.handler(props, this.cursorSecret(stage));
    handler.node.addDependency(props.released.authorizer.live, props.released.proxy.live);
    const { userPool } = this;
    this.api = new ManagementApi(this, 'ManagementApi', { stage, userPool, handler, dashboardOrigin, domainName });
  }

  private cursorSecret({ removalPolicy }: Stage): Secret {
    const secret = new Secret(this, 'CursorSecret', {
      description: 'Signs the cursors of lists',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'It signs the cursors of lists and grants no access: the token decides what a caller may read. A rotation would ' +
        'only invalidate the cursors in use.',
    });
    return secret;
  }

  private handler({ stage, settings, tables, rpcUrl }: ControlPlaneProps, cursorSecret: Secret) {
    const variables: ControlPlaneVariables = {
      DIRECTORY_TABLE: tables.directory.tableName,
      ADMISSIONS_TABLE: tables.admissions.tableName,
      RECORDS_TABLE: tables.records.tableName,
      USAGE_TABLE: tables.usage.tableName,
      CURSOR_SECRET: cursorSecret.secretArn,
      RPC_URL: rpcUrl,
      LOG_LEVEL: stage.logLevel,
    };
    return new GatewayFunction(this, 'Api', {
      stage,
      description: 'Answers the management API',
      entry: 'lambda/control-plane/api.ts',
      memory: stage.memory.api,
      reservedConcurrency: stage.reservedConcurrency?.api,
      // An HTTP API waits at most 30 s.
      timeout: Duration.seconds(29),
      variables,
      settings: functionSettings(settings),
      grants: [
        // A transaction needs the permissions of its single writes ("Using IAM with DynamoDB transactions").
        allowOnTable(
          tables.directory,
          'dynamodb:GetItem',
          'dynamodb:Query',
          'dynamodb:PutItem',
          'dynamodb:UpdateItem',
          'dynamodb:DeleteItem',
        ),
        allowOnTable(tables.admissions, 'dynamodb:GetItem'),
        allowOnTable(tables.records, 'dynamodb:GetItem', 'dynamodb:Query'),
        allowOnTable(tables.usage, 'dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'),
        { actions: ['secretsmanager:GetSecretValue'], resources: [cursorSecret.secretArn] },
      ],
    }).handler;
  }
}
