import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { AuthorizerVariables, ProxyVariables } from '../../src/environment.ts';
import type { FunctionSettings } from '../../src/settings.ts';
import type { ApiDomain } from '../domain/custom-domains.ts';
import { allowOnSecrets, allowOnTable } from '../functions/grants.ts';
import { ReleasedFunction, type ReleasedFunctions } from '../functions/released-function.ts';
import type { SecretAccess } from '../functions/secret-access.ts';
import type { Stage } from '../instance/stage.ts';
import type { Tables } from '../tables.ts';
import type { NodeVpc } from '../vpc/node-vpc.ts';
import { RecordStream } from './record-stream.ts';
import { RpcApi } from './rpc-api.ts';

export type DataPlaneProps = {
  readonly stage: Stage;
  readonly tables: Tables;
  readonly settings: FunctionSettings;
  /** Secrets of imported keys are looked up. Default: false. */
  readonly importedKeys?: boolean;
  /** How long API Gateway may keep the authorizer's answers. */
  readonly authorizerCacheSeconds: number;
  readonly nodeSecrets: SecretAccess;
  /** The custom domain name of the RPC API, if it has one. */
  readonly domainName?: ApiDomain | undefined;
  /** Further request headers that web pages may send. */
  readonly corsHeaders: readonly string[];
  /** The VPC that the proxy runs in. */
  readonly vpc?: NodeVpc | undefined;
};

/** The path of a call: the HTTP API, the authorizer and the proxy; and from its record to the tallies. */
export class DataPlane extends Construct {
  readonly api: RpcApi;
  readonly functions: ReleasedFunctions;
  readonly recordStream: RecordStream;

  constructor(scope: Construct, id: string, props: DataPlaneProps) {
    super(scope, id);
    const { stage, settings, tables, domainName, corsHeaders, authorizerCacheSeconds } = props;
    const [authorizer, proxy] = [this.authorizer(props), this.proxy(props)];
    this.api = new RpcApi(this, 'Api', {
      stage,
      authorizer: authorizer.live,
      proxy: proxy.live,
      domainName,
      corsHeaders,
      authorizerCacheSeconds,
    });
    this.recordStream = new RecordStream(this, 'RecordStream', {
      stage,
      settings,
      records: tables.records,
      usage: tables.usage,
    });
    this.functions = { authorizer, proxy, tally: this.recordStream.tally };
  }

  private authorizer({ stage, importedKeys, tables }: DataPlaneProps) {
    const variables = {
      DIRECTORY_TABLE: tables.directory.tableName,
      ...(importedKeys && { IMPORTED_KEYS: 'on' as const }),
      LOG_LEVEL: stage.logLevel,
    } satisfies AuthorizerVariables;
    return new ReleasedFunction(this, 'Authorizer', {
      stage,
      description: 'Refuses malformed keys, and names keys for the access log',
      code: 'authorizer',
      memory: stage.memory.authorizer,
      reservedConcurrency: stage.reservedConcurrency?.authorizer,
      // The most that an HTTP API waits for an authorizer (Amazon API Gateway quotas).
      timeout: Duration.seconds(10),
      variables,
      grants: [allowOnSecrets(tables.directory, 'dynamodb:GetItem')],
    });
  }

  private proxy({ stage, settings, importedKeys, tables, nodeSecrets, vpc }: DataPlaneProps) {
    const variables = {
      DIRECTORY_TABLE: tables.directory.tableName,
      ...(importedKeys && { IMPORTED_KEYS: 'on' as const }),
      ADMISSIONS_TABLE: tables.admissions.tableName,
      RECORDS_TABLE: tables.records.tableName,
      OVERLAP_READS: stage.overlapReads ? 'on' : 'off',
      NETWORKS_TABLE: tables.networks.tableName,
      LOG_LEVEL: stage.logLevel,
    } satisfies ProxyVariables;
    return new ReleasedFunction(this, 'Proxy', {
      stage,
      description: 'Reads the key of a request, admits calls, forwards them to a chain node and records the outcome',
      code: 'proxy',
      memory: stage.memory.proxy,
      reservedConcurrency: stage.reservedConcurrency?.proxy,
      // Reading the key, the longest call of the largest plans, which is 25 s, and the writes; an HTTP API waits at most 30 s.
      timeout: Duration.seconds(29),
      variables,
      settings,
      vpc,
      grants: [
        allowOnSecrets(tables.directory, 'dynamodb:GetItem'),
        allowOnTable(tables.admissions, 'dynamodb:GetItem', 'dynamodb:UpdateItem'),
        allowOnTable(tables.records, 'dynamodb:PutItem'),
        allowOnTable(tables.networks, 'dynamodb:GetItem'),
        ...nodeSecrets.grants,
      ],
      policies: nodeSecrets.policies,
    });
  }
}
