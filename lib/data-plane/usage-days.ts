import { Duration } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { dueIndex, statusEvent, statusFileName, type UsageDaysVariables } from '../../src/environment.ts';
import type { FunctionSettings } from '../../src/settings.ts';
import { allowOnIndex, allowOnTable, type Grant } from '../functions/grants.ts';
import { ScheduledFunction } from '../functions/scheduled-function.ts';
import { metricsVariable, type Stage } from '../instance/stage.ts';
import type { Tables } from '../tables.ts';

export type UsageDaysProps = {
  readonly stage: Stage;
  /** With what nodes cost. */
  readonly settings: FunctionSettings;
  readonly tables: Tables;
  /** With the dashboard's files; undefined without a status page. */
  readonly statusBucket: IBucket | undefined;
  /** Lets it write the status file. The rule of watch: a stack has room for few resources more. */
  readonly everyMinute: Rule;
};

/**
 * Computes each key's usage of a day from its hours, and its node costs from its records, when the day has ended. Once a
 * minute it writes the public status file. That is not a function of its own, because each takes six resources of a stack.
 */
export class UsageDays extends ScheduledFunction {
  readonly writesStatus: boolean;

  constructor(
    scope: Construct,
    id: string,
    { stage, settings, tables: { directory, records, usage, networks }, statusBucket, everyMinute }: UsageDaysProps,
  ) {
    const variables = {
      DIRECTORY_TABLE: directory.tableName,
      RECORDS_TABLE: records.tableName,
      USAGE_TABLE: usage.tableName,
      NETWORKS_TABLE: networks.tableName,
      ...metricsVariable(stage),
      LOG_LEVEL: stage.logLevel,
    };
    super(scope, id, {
      stage,
      description: 'Adds up the hours of ended days, reports accounts below cost, and writes the public status file',
      code: 'usage-days',
      memory: stage.memory.usageDays,
      reservedConcurrency: stage.reservedConcurrency?.usageDays,
      // The next run computes the remaining days.
      timeout: Duration.minutes(5),
      schedule: { interval: Duration.minutes(15), description: 'Runs usage-days', alarm: 'usage-days' },
      variables: statusBucket
        ? ({ ...variables, STATUS_BUCKET: statusBucket.bucketName } satisfies UsageDaysVariables)
        : variables,
      settings,
      grants: [
        allowOnTable(usage, 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'),
        allowOnTable(records, 'dynamodb:Query'),
        allowOnTable(directory, 'dynamodb:Query', 'dynamodb:Scan'),
        allowOnIndex(usage, dueIndex.name, 'dynamodb:Query'),
        ...(statusBucket ? statusGrants(networks, statusBucket) : []),
      ],
    });
    this.writesStatus = statusBucket !== undefined;
    if (!this.writesStatus) return;
    const event = RuleTargetInput.fromObject(statusEvent);
    everyMinute.addTarget(
      new LambdaFunction(this.handler, { event, retryAttempts: 0, maxEventAge: Duration.minutes(1) }),
    );
  }
}

const statusGrants = (networks: TableV2, bucket: IBucket): Grant[] => [
  allowOnTable(networks, 'dynamodb:BatchGetItem', 'dynamodb:GetItem'),
  { actions: ['s3:PutObject'], resources: [bucket.arnForObjects(statusFileName)] },
];
