import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { dueIndex } from '../src/due-index.ts';
import type { UsageDaysVariables } from '../src/environment.ts';
import { GatewayFunction } from './gateway-function.ts';
import { allowOnIndex, allowOnTable } from './grants.ts';
import { metricsNamespace, type Stage } from './stage.ts';
import type { Tables } from './tables.ts';

export type UsageDaysProps = { readonly stage: Stage; readonly tables: Tables };

const interval = Duration.minutes(15);

/** A run that is late or fails is not made up for: the next one takes what is due then. */
const once = { retryAttempts: 0, maxEventAge: interval };

/** Computes the figures of each key's days from its hours, when a day is over and when something was counted late. */
export class UsageDays extends GatewayFunction {
  constructor(scope: Construct, id: string, { stage, tables: { usage } }: UsageDaysProps) {
    const variables: UsageDaysVariables = {
      USAGE_TABLE: usage.tableName,
      METRICS_NAMESPACE: metricsNamespace(stage),
      LOG_LEVEL: stage.logLevel,
    };
    super(scope, id, {
      stage,
      description: 'Adds the hours of ended days up',
      entry: 'lambda/usage-days.ts',
      esModule: true,
      memory: stage.memory.usageDays,
      reservedConcurrency: stage.reservedConcurrency?.usageDays,
      // Days that are left are for the next run.
      timeout: Duration.minutes(5),
      variables,
      grants: [
        allowOnTable(usage, 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'),
        allowOnIndex(usage, dueIndex.name, 'dynamodb:Query'),
      ],
    });
    this.handler.configureAsyncInvoke(once);
    new Rule(this, 'Schedule', {
      description: 'Runs usage-days',
      schedule: Schedule.rate(interval),
      targets: [new LambdaFunction(this.handler, once)],
    });
    Validations.of(this).acknowledge(...acknowledged);
  }
}

const reason =
  'What a lost run leaves undone is done by the next one, a quarter of an hour later; the alarm usage-days tells.';
const acknowledged = [
  { id: 'Serverless-EventBusDLQ', reason },
  { id: 'Serverless-LambdaAsyncFailureDestination', reason },
];
