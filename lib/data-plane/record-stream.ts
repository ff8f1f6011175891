import { Duration, Validations } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { EventSourceMapping, FilterCriteria, FilterRule, MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { TallyVariables } from '../../src/environment.ts';
import type { FunctionSettings } from '../../src/settings.ts';
import { allowOnTable, type Grant } from '../functions/grants.ts';
import { ReleasedFunction } from '../functions/released-function.ts';
import { grantBelow } from '../functions/wildcard-grants.ts';
import { metricsNamespace, type Stage } from '../instance/stage.ts';

export type RecordStreamProps = {
  readonly stage: Stage;
  readonly settings: FunctionSettings;
  readonly records: TableV2;
  readonly usage: TableV2;
};

/** The stream of new records, the tally that reads it, and the bucket for records that could not be counted. */
export class RecordStream extends Construct {
  /**
   * Keeps records that could not be counted: those that the tally diverted under `tally/…`, those that Lambda gave up
   * under `aws/lambda/<mapping>/<shard>/…`.
   */
  readonly failures: Bucket;
  readonly tally: ReleasedFunction;
  readonly mapping: EventSourceMapping;

  constructor(scope: Construct, id: string, props: RecordStreamProps) {
    super(scope, id);
    const streamArn = streamOf(props.records);
    this.failures = this.failureBucket(props.stage);
    this.tally = this.tallyOf(props, streamArn);
    this.mapping = new EventSourceMapping(this, 'Mapping', {
      ...reading,
      maxBatchingWindow: props.stage.tallyWindow,
      eventSourceArn: streamArn,
      target: this.tally.live,
      // S3OnFailureDestination would also grant the function to read and delete.
      onFailure: { bind: () => ({ destination: this.failures.bucketArn }) },
    });
  }

  private failureBucket({ removalPolicy }: Stage): Bucket {
    const bucket = new Bucket(this, 'Failures', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(90) }],
      removalPolicy,
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Only Lambda and the tally write here, rarely; access logs would need a second bucket.',
    });
    return bucket;
  }

  private tallyOf({ stage, settings, records, usage }: RecordStreamProps, streamArn: string): ReleasedFunction {
    const variables: TallyVariables = {
      USAGE_TABLE: usage.tableName,
      FAILURE_BUCKET: this.failures.bucketName,
      METRICS_NAMESPACE: metricsNamespace(stage),
      LOG_LEVEL: stage.logLevel,
    };
    const tally = new ReleasedFunction(this, 'Tally', {
      stage,
      description: 'Adds new records to the tallies',
      code: 'tally',
      memory: stage.memory.tally,
      reservedConcurrency: stage.reservedConcurrency?.tally,
      timeout: Duration.seconds(60),
      variables,
      settings,
      grants: [
        allowOnTable(usage, 'dynamodb:GetItem', 'dynamodb:UpdateItem'),
        ...readFrom(records, streamArn),
        ...writeTo(this.failures),
      ],
    });
    Validations.of(tally).acknowledge(
      grantBelow(records, '/stream/*', anyStream),
      grantBelow(this.failures, '/*', anyFailure),
    );
    return tally;
  }
}

function streamOf(table: TableV2): string {
  if (!table.tableStreamArn) throw new Error(`${table.node.path} has no stream`);
  return table.tableStreamArn;
}

// A replay changes the record's row, and sets `replays` to the number of its replays.
const newRecords = FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT') });
const replayedRecords = FilterCriteria.filter({
  eventName: FilterRule.isEqual('MODIFY'),
  dynamodb: { NewImage: { replays: { N: FilterRule.exists() } } },
});

const reading = {
  startingPosition: StartingPosition.TRIM_HORIZON,
  filters: [newRecords, replayedRecords],
  // A batch needs one write per counter, however many records it has.
  batchSize: 1_000,
  // The tally stores its position in the stream for each key and day, so their records must arrive in order.
  parallelizationFactor: 1,
  reportBatchItemFailures: true,
  bisectBatchOnError: true,
  // Unlimited: a batch that Lambda gives up may be partly counted, and this cannot be found out (docs/decisions/0017).
  retryAttempts: -1,
  // The tally diverts records at an age of 12 hours and 10 minutes (src/usage/tally.ts); the stream keeps them for 24.
  maxRecordAge: Duration.hours(14),
  // Counts the records that Lambda put into the bucket or dropped. Its six metrics are billed as custom metrics.
  metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
};

// Lambda requires all four when the mapping is created ("IAM policy to allow an AWS Lambda function to access DynamoDB
// stream records", DynamoDB developer guide).
const readFrom = (table: TableV2, streamArn: string): Grant[] => [
  { actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], resources: [streamArn] },
  { actions: ['dynamodb:ListStreams'], resources: [`${table.tableArn}/stream/*`] },
];

// For the tally, and for Lambda, which uses the function's role ("Retain discarded records for a DynamoDB event source",
// Lambda developer guide). Only operators read.
const writeTo = (bucket: Bucket): Grant[] => [
  { actions: ['s3:ListBucket'], resources: [bucket.bucketArn] },
  { actions: ['s3:PutObject'], resources: [bucket.arnForObjects('*')] },
];

const anyStream = 'ListStreams lists the streams of a table: it cannot be granted on a single stream.';
const anyFailure = 'Lambda and the tally name objects by time, and the bucket has no other use.';
