import { Duration, Validations } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { EventSourceMapping, FilterCriteria, FilterRule, MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { TallyVariables } from '../src/environment.ts';
import { allowOnTable, type Grant } from './grants.ts';
import { ReleasedFunction } from './release/released-function.ts';
import { metricsNamespace, type Stage } from './stage.ts';

export type RecordStreamProps = { readonly stage: Stage; readonly records: TableV2; readonly usage: TableV2 };

/** The stream of new records into the tally, and the bucket for what the tally could not count. */
export class RecordStream extends Construct {
  /**
   * Keeps what could not be counted: under `tally/…` what the tally itself has diverted, under
   * `aws/lambda/<mapping>/<shard>/…` what Lambda has given up.
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
      // S3OnFailureDestination does the same and grants the function to read and delete as well.
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
      reason: 'Only Lambda writes here, rarely; access logs would need a second bucket and tell nothing more.',
    });
    return bucket;
  }

  private tallyOf({ stage, records, usage }: RecordStreamProps, streamArn: string): ReleasedFunction {
    const variables: TallyVariables = {
      USAGE_TABLE: usage.tableName,
      FAILURE_BUCKET: this.failures.bucketName,
      METRICS_NAMESPACE: metricsNamespace(stage),
      LOG_LEVEL: stage.logLevel,
    };
    const tally = new ReleasedFunction(this, 'Tally', {
      stage,
      description: 'Adds new records up into the tallies',
      entry: 'lambda/data-plane/tally.ts',
      esModule: true,
      memory: stage.memory.tally,
      reservedConcurrency: stage.reservedConcurrency?.tally,
      timeout: Duration.seconds(60),
      variables,
      grants: [
        allowOnTable(usage, 'dynamodb:GetItem', 'dynamodb:UpdateItem'),
        ...readFrom(records, streamArn),
        ...writeTo(this.failures),
      ],
    });
    Validations.of(tally).acknowledge(...wildcards);
    return tally;
  }
}

function streamOf(table: TableV2): string {
  if (!table.tableStreamArn) throw new Error(`${table.node.path} has no stream`);
  return table.tableStreamArn;
}

// A record that is put back into its row by a replay is a change of that row; it has been replayed so many times.
const newRecords = FilterCriteria.filter({ eventName: FilterRule.isEqual('INSERT') });
const replayedRecords = FilterCriteria.filter({
  eventName: FilterRule.isEqual('MODIFY'),
  dynamodb: { NewImage: { replays: { N: FilterRule.exists() } } },
});

const reading = {
  startingPosition: StartingPosition.TRIM_HORIZON,
  filters: [newRecords, replayedRecords],
  // The records of many requests are gathered into one write for each counter.
  batchSize: 1_000,
  // The tally keeps its place in the stream for each key and day, so these must arrive in order.
  parallelizationFactor: 1,
  reportBatchItemFailures: true,
  bisectBatchOnError: true,
  // Without a bound: what Lambda gives up by itself may be counted in part, and nobody can tell (docs/decisions/0017).
  retryAttempts: -1,
  // The tally diverts what it cannot count at 12 hours and 10 minutes (src/usage/age.ts), and the stream forgets at 24.
  maxRecordAge: Duration.hours(14),
  // It says how many records went into the bucket, or were dropped; its six metrics cost what our own do.
  metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
};

// All four are asked for when the mapping is made. "IAM policy to allow an AWS Lambda function to access DynamoDB
// stream records" (DynamoDB developer guide).
const readFrom = (table: TableV2, streamArn: string): Grant[] => [
  { actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], resources: [streamArn] },
  { actions: ['dynamodb:ListStreams'], resources: [`${table.tableArn}/stream/*`] },
];

// For Lambda, which writes as the function's role ("Retain discarded records for a DynamoDB event source", Lambda
// developer guide), and for the tally itself. Only operators read.
const writeTo = (bucket: Bucket): Grant[] => [
  { actions: ['s3:ListBucket'], resources: [bucket.bucketArn] },
  { actions: ['s3:PutObject'], resources: [bucket.arnForObjects('*')] },
];

const wildcards = [
  {
    id: 'AwsSolutions-IAM5[Resource::<TablesRecords353FBC94.Arn>/stream/*]',
    reason: 'ListStreams lists the streams of a table: it cannot be granted on one of them.',
  },
  {
    id: 'AwsSolutions-IAM5[Resource::<DataPlaneRecordStreamFailures1892E0A3.Arn>/*]',
    reason: 'Lambda and the tally name objects by time, and the bucket is for nothing else.',
  },
];
