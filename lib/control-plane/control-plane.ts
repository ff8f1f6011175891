import { Duration, Stack } from 'aws-cdk-lib';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { ControlPlaneVariables } from '../../src/environment.ts';
import type { ApiDomain } from '../domain/custom-domains.ts';
import { allowInPool, allowOnTable, changeAccounts } from '../functions/grants.ts';
import { ReleasedFunction, type ReleasedFunctions } from '../functions/released-function.ts';
import type { Stage } from '../instance/stage.ts';
import { functionSettings } from '../settings/function-settings.ts';
import type { EffectiveSettings } from '../settings/settings.ts';
import type { Tables } from '../tables.ts';
import { allowMails, mailVariables } from '../users/mails.ts';
import { SignUpMail } from '../users/sign-up-mail.ts';
import { UserPool } from '../users/user-pool.ts';
import type { Billing } from './billing.ts';
import { createSecret } from './generated-secret.ts';
import { KeyApi } from './key-api.ts';
import { ManagementApi } from './management-api.ts';
import { PublicApi } from './public-api.ts';
import { TokenAuthorizer } from './token-authorizer.ts';

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
  /** Undefined if billing is off. */
  readonly billing: Billing | undefined;
};

/** The management of accounts, plans, keys and usage: the user pool, the HTTP API and its handler. */
export class ControlPlane extends Construct {
  readonly userPool: UserPool;
  readonly api: ManagementApi;
  /** Answers callers with a token. */
  readonly handler: ReleasedFunction;
  /** Answers callers without a token. */
  readonly publicApi: PublicApi;
  readonly signUpMail: SignUpMail;
  readonly keyApi: KeyApi;
  readonly tokenAuthorizer: TokenAuthorizer;
  /** The value of the header that the dashboard's distribution adds. */
  readonly originSecret: Secret;

  constructor(scope: Construct, id: string, props: ControlPlaneProps) {
    super(scope, id);
    const { stage, settings, tables } = props;
    this.userPool = new UserPool(this, 'UserPool', { stage, settings, directory: tables.directory });
    const cursorSecret = createSecret(this, 'CursorSecret', stage, 'Signs the cursors of lists', {
      reason:
        'It signs the cursors of lists and grants no access: the token decides what a caller may read. A rotation would ' +
        'only invalidate the cursors in use.',
    });
    this.originSecret = createSecret(this, 'OriginSecret', stage, 'Proves that a request came through CloudFront', {
      reason:
        'It grants no access: it only lets a caller name the network address that is logged. CloudFront gets a new value ' +
        'with a deployment only.',
    });
    this.handler = this.createHandler(props, cursorSecret);
    this.signUpMail = new SignUpMail(this, 'SignUpMail', { stage, settings, userPool: this.userPool });
    this.publicApi = this.createPublicApi(props);
    const { importedKeys } = settings;
    this.keyApi = new KeyApi(this, 'KeyApi', { stage, tables, settings: functionSettings(settings), importedKeys });
    this.tokenAuthorizer = new TokenAuthorizer(this, 'TokenAuthorizer', { stage, directory: tables.directory });
    this.updateInOrder(props.released);
    this.api = new ManagementApi(this, 'ManagementApi', {
      stage,
      userPool: this.userPool,
      handler: this.handler.live,
      keyApi: { authorizer: this.keyApi.authorizer.live, handler: this.keyApi.handler.live },
      tokenAuthorizer: this.tokenAuthorizer.live,
      publicApi: this.publicApi.live,
      leakedKeys: settings.leakedKeys,
      billingEvents: props.billing?.events.live,
      dashboardOrigin: props.dashboardOrigin,
      domainName: props.domainName,
    });
  }

  /**
   * After the functions of calls, which CodeDeploy can roll back with the whole stack; and customers get a new plan or key when
   * everything knows it.
   */
  private updateInOrder({ authorizer, proxy }: ControlPlaneProps['released']): void {
    const { keyApi, publicApi, tokenAuthorizer } = this;
    const knowing = [keyApi.authorizer, keyApi.handler];
    for (const { handler } of [...knowing, publicApi, tokenAuthorizer]) {
      handler.node.addDependency(authorizer.live, proxy.live);
    }
    this.handler.handler.node.addDependency(...[authorizer, proxy, ...knowing].map(({ live }) => live));
  }

  /**
   * Stripe's pages lead back to the dashboard. Its address is known only after the API, because its distribution needs the
   * API; but the API does not need its function.
   */
  leadBackTo(dashboardUrl: string): void {
    this.handler.handler.addEnvironment('DASHBOARD_URL' satisfies keyof ControlPlaneVariables, dashboardUrl);
  }

  private createPublicApi({ stage, settings, tables: { directory } }: ControlPlaneProps): PublicApi {
    const { userPool, originSecret } = this;
    const signUpMail = this.signUpMail.handler;
    return new PublicApi(this, 'PublicApi', { stage, settings, directory, userPool, signUpMail, originSecret });
  }

  private createHandler(
    { stage, settings, tables, rpcUrl, billing }: ControlPlaneProps,
    cursorSecret: Secret,
  ): ReleasedFunction {
    const variables = {
      DIRECTORY_TABLE: tables.directory.tableName,
      ADMISSIONS_TABLE: tables.admissions.tableName,
      RECORDS_TABLE: tables.records.tableName,
      USAGE_TABLE: tables.usage.tableName,
      NETWORKS_TABLE: tables.networks.tableName,
      CURSOR_SECRET: cursorSecret.secretArn,
      ORIGIN_SECRET: this.originSecret.secretArn,
      RPC_URL: rpcUrl,
      USER_POOL_ID: this.userPool.userPoolId,
      SERVER_CLIENT_ID: this.userPool.serverClient.userPoolClientId,
      SECRET_PREFIX: settings.secretPrefix,
      LOG_LEVEL: stage.logLevel,
      ...mailVariables(settings, Stack.of(this)),
      ...(settings.mail && settings.service.support && { SUPPORT_URL: settings.service.support }),
    } satisfies ControlPlaneVariables;
    return new ReleasedFunction(this, 'Api', {
      stage,
      description: 'Answers the management API',
      code: 'api',
      memory: stage.memory.api,
      reservedConcurrency: stage.reservedConcurrency?.api,
      // An HTTP API waits at most 30 s.
      timeout: Duration.seconds(29),
      variables: { ...variables, ...billing?.access.variables },
      settings: functionSettings(settings),
      grants: [
        allowOnTable(tables.directory, ...changeAccounts, 'dynamodb:Query', 'dynamodb:DeleteItem'),
        allowOnTable(tables.admissions, 'dynamodb:GetItem'),
        allowOnTable(tables.records, 'dynamodb:GetItem', 'dynamodb:Query'),
        allowOnTable(
          tables.usage,
          'dynamodb:GetItem',
          'dynamodb:BatchGetItem',
          'dynamodb:Query',
          'dynamodb:DeleteItem',
        ),
        allowOnTable(tables.networks, 'dynamodb:GetItem'),
        allowInPool(this.userPool, ...userOperations),
        {
          actions: ['secretsmanager:GetSecretValue'],
          resources: [cursorSecret.secretArn, this.originSecret.secretArn],
        },
        ...allowMails(settings, Stack.of(this)),
        ...(billing?.access.grants ?? []),
      ],
    });
  }
}

/** What a customer changes about their own user. */
const userOperations = [
  'AdminDeleteUser',
  'AdminGetUser',
  'AdminInitiateAuth',
  'AdminSetUserMFAPreference',
  'AdminSetUserPassword',
  'AdminUpdateUserAttributes',
  'AdminUserGlobalSignOut',
];
