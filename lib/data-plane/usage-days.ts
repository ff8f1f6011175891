import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { dueIndex, type UsageDaysVariables } from '../../src/environment.ts';
import { allowOnIndex, allowOnTable } from '../functions/grants.ts';
import { ScheduledFunction } from '../functions/scheduled-function.ts';
import { metricsNamespace, type Stage } from '../instance/stage.ts';
import type { Tables } from '../tables.ts';

export type UsageDaysProps = { readonly stage: Stage; readonly tables: Tables };

/** Computes each key's usage of a day from its hours, when the day has ended and after late records. */
export class UsageDays extends ScheduledFunction {
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
      schedule: { interval: Duration.minutes(15), description: 'Runs usage-days', alarm: 'usage-days' },
      variables,
      grants: [
        allowOnTable(usage, 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'),
        allowOnIndex(usage, dueIndex.name, 'dynamodb:Query'),
      ],
    });
  }
}
