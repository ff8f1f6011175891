import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { readProperties, UnsupportedResourceError } from '../resource-properties.ts';
import type { Resource } from '../template/template.ts';
import { compileFilter, FilterError, type RecordFilter } from './record-filter.ts';

/**
 * How records of a stream are delivered to a function: from the oldest on, in halves after a failure, with the failures of
 * items that it reports, and without a limit of retries. Times are in milliseconds; Infinity means no limit.
 */
export type MappingSettings = {
  readonly logicalId: string;
  /** The mapping's UUID, the same at every start. */
  readonly uuid: string;
  /** The function's name or ARN. */
  readonly functionName: string;
  readonly streamArn: string;
  /** A record is delivered if one filter matches it, or if there are no filters. */
  readonly filters: readonly RecordFilter[];
  readonly batchSize: number;
  readonly window: number;
  readonly maximumAge: number;
  readonly failureBucket: string | undefined;
};

const integer = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

// Ranges and defaults of AWS::Lambda::EventSourceMapping for DynamoDB streams.
const schema = v.strictObject({
  FunctionName: v.string(),
  EventSourceArn: v.pipe(v.string(), v.regex(/^arn:aws:dynamodb:.+\/stream\//, 'only DynamoDB streams are emulated')),
  StartingPosition: v.literal('TRIM_HORIZON', 'only TRIM_HORIZON is emulated'),
  Enabled: v.optional(v.literal(true, 'only true is emulated'), true),
  BatchSize: v.optional(integer(1, 10_000), 100),
  MaximumBatchingWindowInSeconds: v.optional(integer(0, 300), 0),
  ParallelizationFactor: v.optional(v.literal(1, 'only 1 is emulated'), 1),
  BisectBatchOnFunctionError: v.literal(true, 'only true is emulated'),
  MaximumRetryAttempts: v.optional(v.literal(-1, 'only -1 is emulated')),
  MaximumRecordAgeInSeconds: v.optional(v.union([v.literal(-1), integer(60, 604_800)]), -1),
  FunctionResponseTypes: v.strictTuple([v.literal('ReportBatchItemFailures')]),
  FilterCriteria: v.optional(v.strictObject({ Filters: v.array(v.strictObject({ Pattern: v.string() })) })),
  DestinationConfig: v.optional(
    v.strictObject({
      OnFailure: v.strictObject({
        Destination: v.pipe(v.string(), v.regex(/^arn:aws:s3:::/, 'only S3 buckets are emulated')),
      }),
    }),
  ),
  // AWS's own metrics do not change the delivery.
  MetricsConfig: v.optional(v.unknown()),
  Tags: v.optional(v.unknown()),
});

/**
 * Reads an AWS::Lambda::EventSourceMapping.
 * @throws {UnsupportedResourceError} for settings that would change behaviour and are not emulated.
 */
export function readMapping(resource: Resource): MappingSettings {
  const properties = readProperties(resource, schema);
  const { MaximumRecordAgeInSeconds: age } = properties;
  return {
    logicalId: resource.logicalId,
    uuid: uuidOf(resource.logicalId),
    functionName: properties.FunctionName,
    streamArn: properties.EventSourceArn,
    filters: (properties.FilterCriteria?.Filters ?? []).map(({ Pattern }) => readFilter(Pattern, resource)),
    batchSize: properties.BatchSize,
    window: properties.MaximumBatchingWindowInSeconds * 1000,
    maximumAge: age === -1 ? Number.POSITIVE_INFINITY : age * 1000,
    failureBucket: properties.DestinationConfig?.OnFailure.Destination.slice('arn:aws:s3:::'.length),
  };
}

function readFilter(pattern: string, resource: Resource): RecordFilter {
  try {
    return compileFilter(pattern);
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    throw new UnsupportedResourceError(resource, `FilterCriteria: ${error.message}`);
  }
}

function uuidOf(logicalId: string): string {
  const hex = createHash('sha256').update(logicalId).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
