import { describe, expect, test } from '@jest/globals';
import { stageNames, templateOf } from '../synthesis.ts';

const failures = 'DataPlaneRecordStreamFailures1892E0A3';

describe.each(stageNames)('the record stream of %s', (stageName) => {
  const template = templateOf(stageName);
  const mappings = Object.values(template.findResources('AWS::Lambda::EventSourceMapping'));
  const mapping = mappings[0]?.Properties;

  test('feeds the live tally from Records, from the oldest record on', () => {
    expect(mappings).toHaveLength(1);
    expect(mapping).toMatchObject({
      EventSourceArn: { 'Fn::GetAtt': ['TablesRecords353FBC94', 'StreamArn'] },
      FunctionName: { 'Fn::Join': ['', [expect.anything(), ':live']] },
      StartingPosition: 'TRIM_HORIZON',
    });
    expect(JSON.stringify(mapping?.FunctionName)).toMatch(/"DataPlaneRecordStreamTallyFunctionAliaslive/);
  });

  test('sends the tally new and replayed records, not expired ones', () => {
    const replayed = '{"eventName":["MODIFY"],"dynamodb":{"NewImage":{"replays":{"N":[{"exists":true}]}}}}';
    expect(mapping?.FilterCriteria.Filters).toEqual([{ Pattern: '{"eventName":["INSERT"]}' }, { Pattern: replayed }]);
  });

  test('keeps the records of a key in order', () => {
    expect(mapping?.ParallelizationFactor).toBe(1);
  });

  test('batches records for a second on dev, where people wait for them, and for longer on prod, to save writes', () => {
    const seconds = stageName === 'prod' ? 25 : 1;
    expect(mapping).toMatchObject({ BatchSize: 1_000, MaximumBatchingWindowInSeconds: seconds });
  });

  test('retries only failed records, without a limit, and gives up after the tally and before the stream’s retention ends', () => {
    expect(mapping).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: -1,
    });
    expect(mapping?.MaximumRecordAgeInSeconds).toBeGreaterThan((12 * 60 + 10) * 60);
    expect(mapping?.MaximumRecordAgeInSeconds).toBeLessThan(24 * 60 * 60);
  });

  test('emits the number of records that it gives up', () => {
    expect(mapping?.MetricsConfig).toEqual({ Metrics: ['EventCount'] });
  });

  test('sends records that it gives up to the bucket, complete', () => {
    expect(mapping?.DestinationConfig).toEqual({ OnFailure: { Destination: { 'Fn::GetAtt': [failures, 'Arn'] } } });
  });
});

describe.each(stageNames)('the failure bucket of %s', (stageName) => {
  const template = templateOf(stageName);
  const bucket = template.findResources('AWS::S3::Bucket')[failures];

  test('is private and encrypted', () => {
    expect(bucket?.Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(bucket?.Properties.BucketEncryption.ServerSideEncryptionConfiguration).toHaveLength(1);
  });

  test('has a policy that only denies requests without TLS', () => {
    const policies = Object.values(template.findResources('AWS::S3::BucketPolicy'));
    const [policy, ...others] = policies.filter(({ Properties }) => Properties.Bucket.Ref === failures);
    expect(others).toEqual([]);
    expect(policy?.Properties.PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    ]);
  });

  test('deletes objects after 90 days', () => {
    expect(bucket?.Properties.LifecycleConfiguration.Rules).toEqual([{ ExpirationInDays: 90, Status: 'Enabled' }]);
  });

  test('is retained on prod only', () => {
    expect(bucket?.DeletionPolicy).toBe(stageName === 'prod' ? 'Retain' : 'Delete');
  });
});
