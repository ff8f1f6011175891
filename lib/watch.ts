import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import type { Upstreams, WatchVariables } from '../src/environment.ts';
import { GatewayFunction } from './gateway-function.ts';
import { allowOnTable } from './grants.ts';
import { metricsNamespace, type Stage } from './stage.ts';
import type { Tables } from './tables.ts';
import { upstreamSecrets } from './upstreams.ts';

export type WatchProps = {
  readonly stage: Stage;
  readonly tables: Tables;
  readonly upstreams: Upstreams;
  /** The RPC API's address, without a slash at its end. */
  readonly rpcUrl: string;
};

/** A run that is late or fails is not made up for: the next one comes in a minute, and knows more. */
const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };

/** Checks all nodes and the RPC API once a minute, and writes what it finds into the table Networks. */
export class Watch extends GatewayFunction {
  constructor(scope: Construct, id: string, { stage, tables, upstreams, rpcUrl }: WatchProps) {
    const variables: WatchVariables = {
      NETWORKS_TABLE: tables.networks.tableName,
      UPSTREAMS: JSON.stringify(upstreams),
      RPC_URL: rpcUrl,
      METRICS_NAMESPACE: metricsNamespace(stage),
      LOG_LEVEL: stage.logLevel,
    };
    super(scope, id, {
      stage,
      description: 'Checks nodes and endpoints once a minute',
      entry: 'lambda/watch.ts',
      esModule: true,
      memory: stage.memory.watch,
      reservedConcurrency: stage.reservedConcurrency?.watch,
      // A node has 5 s to answer, and the table 3 s for each call.
      timeout: Duration.seconds(15),
      variables,
      grants: [
        allowOnTable(tables.networks, 'dynamodb:GetItem', 'dynamodb:PutItem'),
        ...upstreamSecrets(scope, upstreams),
      ],
    });
    // Two queues on the way, each with retries of its own: EventBridge's, and Lambda's for asynchronous invocations.
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
  'A run that was lost is worth nothing a minute later, when the next one has come; the alarm watch-silent tells.';
const acknowledged = [
  { id: 'Serverless-EventBusDLQ', reason },
  { id: 'Serverless-LambdaAsyncFailureDestination', reason },
];
