import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import type { WatchVariables } from '../src/environment.ts';
import type { FunctionSettings } from '../src/settings.ts';
import { GatewayFunction } from './gateway-function.ts';
import { allowOnTable } from './grants.ts';
import { metricsNamespace, type Stage } from './stage.ts';
import type { Tables } from './tables.ts';
import { upstreamSecrets } from './upstreams.ts';

export type WatchProps = {
  readonly stage: Stage;
  readonly tables: Tables;
  readonly settings: FunctionSettings;
  /** The RPC API's address, without a trailing slash. */
  readonly rpcUrl: string;
};

/** A late or failed run is not repeated: the next one comes in a minute, with newer results. */
const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };

/** Checks all nodes and the RPC API once a minute, and writes the nodes' state to the table Networks. */
export class Watch extends GatewayFunction {
  constructor(scope: Construct, id: string, { stage, settings, tables, rpcUrl }: WatchProps) {
    const variables: WatchVariables = {
      NETWORKS_TABLE: tables.networks.tableName,
      RPC_URL: rpcUrl,
      METRICS_NAMESPACE: metricsNamespace(stage),
      LOG_LEVEL: stage.logLevel,
    };
    super(scope, id, {
      stage,
      description: 'Checks nodes and endpoints once a minute',
      code: 'watch',
      memory: stage.memory.watch,
      reservedConcurrency: stage.reservedConcurrency?.watch,
      // A node has 5 s to answer, and the table 3 s for each call.
      timeout: Duration.seconds(15),
      variables,
      settings,
      grants: [
        allowOnTable(tables.networks, 'dynamodb:GetItem', 'dynamodb:PutItem'),
        ...upstreamSecrets(scope, settings.networks),
      ],
    });
    // EventBridge retries, and so does Lambda's queue for asynchronous invocations: both must be set.
    this.handler.configureAsyncInvoke(once);
    new Rule(this, 'EveryMinute', {
      description: 'Runs watch',
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(this.handler, once)],
    });
    Validations.of(this).acknowledge(...acknowledged);
  }
}

const reason =
  'A lost run is replaced by the next one a minute later; if runs stay away, the alarm watch-silent goes off.';
const acknowledged = [
  { id: 'Serverless-EventBusDLQ', reason },
  { id: 'Serverless-LambdaAsyncFailureDestination', reason },
];
