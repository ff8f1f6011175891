import { describe, expect, test } from '@jest/globals';
import { readMapping } from '../../event-source-mapping/mapping-settings.ts';
import { UnsupportedResourceError } from '../../resource-properties.ts';
import { streamArn } from './test-streams.ts';

const read = (properties: Record<string, unknown>) =>
  readMapping({
    logicalId: 'Mapping',
    type: 'AWS::Lambda::EventSourceMapping',
    properties: {
      FunctionName: 'Tally',
      EventSourceArn: streamArn,
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ...properties,
    },
    metadata: {},
    ref: 'Mapping',
    attributes: {},
  });

describe('an AWS::Lambda::EventSourceMapping', () => {
  test('has the documented defaults', () => {
    expect(read({})).toMatchObject({
      uuid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      batchSize: 100,
      window: 0,
      maximumAge: Number.POSITIVE_INFINITY,
      failureBucket: undefined,
      filters: [],
    });
  });

  test('is read with everything that is emulated', () => {
    const mapping = read({
      BatchSize: 1_000,
      MaximumBatchingWindowInSeconds: 1,
      ParallelizationFactor: 1,
      MaximumRetryAttempts: -1,
      MaximumRecordAgeInSeconds: 43_200,
      FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
      DestinationConfig: { OnFailure: { Destination: 'arn:aws:s3:::failures' } },
    });
    expect(mapping).toMatchObject({
      batchSize: 1_000,
      window: 1_000,
      maximumAge: 43_200_000,
      failureBucket: 'failures',
    });
    expect(mapping.filters.map((matches) => matches({ eventName: 'INSERT' }))).toEqual([true]);
  });

  test.each([
    ['a parallelization factor', { ParallelizationFactor: 2 }, 'ParallelizationFactor: only 1 is emulated'],
    ['a tumbling window', { TumblingWindowInSeconds: 30 }, 'TumblingWindowInSeconds: the local runtime does not know'],
    ['another starting position', { StartingPosition: 'LATEST' }, 'StartingPosition: only TRIM_HORIZON'],
    ['whole batches', { BisectBatchOnFunctionError: false }, 'BisectBatchOnFunctionError: only true is emulated'],
    ['a limit of retries', { MaximumRetryAttempts: 3 }, 'MaximumRetryAttempts: only -1 is emulated'],
    ['unreported failures', { FunctionResponseTypes: [] }, 'FunctionResponseTypes'],
    ['another source', { EventSourceArn: 'arn:aws:sqs:us-east-1:000000000000:queue' }, 'only DynamoDB streams'],
    [
      'another destination',
      { DestinationConfig: { OnFailure: { Destination: 'arn:aws:sqs:x:y:z' } } },
      'only S3 buckets',
    ],
    ['being disabled', { Enabled: false }, 'Enabled: only true is emulated'],
    [
      'a filter that is not known',
      { FilterCriteria: { Filters: [{ Pattern: '{"a":[{"wildcard":"*"}]}' }] } },
      'wildcard',
    ],
    ['a batch size out of range', { BatchSize: 10_001 }, 'BatchSize'],
  ])('is refused with %s', (_case, properties, message) => {
    expect(() => read(properties)).toThrow(UnsupportedResourceError);
    expect(() => read(properties)).toThrow(message);
  });
});
