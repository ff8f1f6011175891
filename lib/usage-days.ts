import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { dueIndex, type UsageDaysVariables } from '../src/environment.ts';
import { GatewayFunction } from './gateway-function.ts';
import { allowOnIndex, allowOnTable } from './grants.ts';
import { metricsNamespace, type Stage } from './stage.ts';
import type { Tables } from './tables.ts';

export type UsageDaysProps = { readonly stage: Stage; readonly tables: Tables };

const interval = Duration.minutes(15);

/** A late or failed run is not repeated: the next one computes everything that is due. */
const once = { retryAttempts: 0, maxEventAge: interval };

/** Computes each key's usage of a day from its hours, when the day has ended and after late records. */
export class UsageDays extends GatewayFunction {
  constructor(scope: Construct, id: string, { stage, tables: { usage } }: UsageDaysProps) {
    const variables: UsageDaysVariables = {
      USAGE_TABLE: usage.tableName,
      METRICS_NAMESPACE: metricsNamespace(stage),
      LOG_LEVEL: stage.logLevel,
    };
    super(scope, id, {
      stage,
      description: 'Adds up the hours of ended days',
      code: 'usage-days',
      memory: stage.memory.usageDays,
      reservedConcurrency: stage.reservedConcurrency?.usageDays,
      // The next run computes the remaining days.
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
  'The next run, a quarter of an hour later, does the work of a lost one; if runs stay away, the alarm usage-days goes off.';
const acknowledged = [
  { id: 'Serverless-EventBusDLQ', reason },
  { id: 'Serverless-LambdaAsyncFailureDestination', reason },
];
