import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { dueIndex, type UsageDaysVariables } from '../../src/environment.ts';
import type { FunctionSettings } from '../../src/settings.ts';
import { allowOnIndex, allowOnTable } from '../functions/grants.ts';
import { ScheduledFunction } from '../functions/scheduled-function.ts';
import { metricsNamespace, type Stage } from '../instance/stage.ts';
import type { Tables } from '../tables.ts';

export type UsageDaysProps = {
  readonly stage: Stage;
  /** With what nodes cost. */
  readonly settings: FunctionSettings;
  readonly tables: Tables;
};

/** Computes each key's usage of a day from its hours, and its node costs from its records, when the day has ended. */
export class UsageDays extends ScheduledFunction {
  constructor(
    scope: Construct,
    id: string,
    { stage, settings, tables: { directory, records, usage } }: UsageDaysProps,
  ) {
    const variables: UsageDaysVariables = {
      DIRECTORY_TABLE: directory.tableName,
      RECORDS_TABLE: records.tableName,
      USAGE_TABLE: usage.tableName,
      METRICS_NAMESPACE: metricsNamespace(stage),
      LOG_LEVEL: stage.logLevel,
    };
    super(scope, id, {
      stage,
      description: 'Adds up the hours of ended days, and reports accounts below cost',
      code: 'usage-days',
      memory: stage.memory.usageDays,
      reservedConcurrency: stage.reservedConcurrency?.usageDays,
      // The next run computes the remaining days.
      timeout: Duration.minutes(5),
      schedule: { interval: Duration.minutes(15), description: 'Runs usage-days', alarm: 'usage-days' },
      variables,
      settings,
      grants: [
        allowOnTable(usage, 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'),
        allowOnTable(records, 'dynamodb:Query'),
        allowOnTable(directory, 'dynamodb:Query', 'dynamodb:Scan'),
        allowOnIndex(usage, dueIndex.name, 'dynamodb:Query'),
      ],
    });
  }
}
