import { describe, expect, test } from '@jest/globals';
import { stageNames, templateOf } from './synthesis.ts';

const failures = 'DataPlaneRecordStreamFailures1892E0A3';

describe.each(stageNames)('the record stream of %s', (stageName) => {
  const template = templateOf(stageName);
  const mappings = Object.values(template.findResources('AWS::Lambda::EventSourceMapping'));
  const mapping = mappings[0]?.Properties;

  test('feeds the tally that is live from the records, from the oldest on', () => {
    expect(mappings).toHaveLength(1);
    expect(mapping).toMatchObject({
      EventSourceArn: { 'Fn::GetAtt': ['TablesRecords353FBC94', 'StreamArn'] },
      FunctionName: { 'Fn::Join': ['', [expect.anything(), ':live']] },
      StartingPosition: 'TRIM_HORIZON',
    });
    expect(JSON.stringify(mapping?.FunctionName)).toMatch(/"DataPlaneRecordStreamTallyFunctionAliaslive/);
  });

  test('shows the tally new records and replayed ones, not those that expire', () => {
    const replayed = '{"eventName":["MODIFY"],"dynamodb":{"NewImage":{"replays":{"N":[{"exists":true}]}}}}';
    expect(mapping?.FilterCriteria.Filters).toEqual([{ Pattern: '{"eventName":["INSERT"]}' }, { Pattern: replayed }]);
  });

  test('keeps the records of a key in order', () => {
    expect(mapping?.ParallelizationFactor).toBe(1);
  });

  test('gathers records, for a second where people wait for them, and for longer where each write is paid', () => {
    const seconds = stageName === 'prod' ? 25 : 1;
    expect(mapping).toMatchObject({ BatchSize: 1_000, MaximumBatchingWindowInSeconds: seconds });
  });

  test('repeats only what failed, as often as it takes, and gives up when the tally has and before the stream forgets', () => {
    expect(mapping).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: -1,
    });
    expect(mapping?.MaximumRecordAgeInSeconds).toBeGreaterThan((12 * 60 + 10) * 60);
    expect(mapping?.MaximumRecordAgeInSeconds).toBeLessThan(24 * 60 * 60);
  });

  test('says how many records it gives up on', () => {
    expect(mapping?.MetricsConfig).toEqual({ Metrics: ['EventCount'] });
  });

  test('hands what it gives up on to the bucket, whole', () => {
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

  test('has a policy that does nothing but deny requests without TLS', () => {
    const policies = Object.values(template.findResources('AWS::S3::BucketPolicy'));
    const [policy, ...others] = policies.filter(({ Properties }) => Properties.Bucket.Ref === failures);
    expect(others).toEqual([]);
    expect(policy?.Properties.PolicyDocument.Statement).toEqual([
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    ]);
  });

  test('forgets after 90 days', () => {
    expect(bucket?.Properties.LifecycleConfiguration.Rules).toEqual([{ ExpirationInDays: 90, Status: 'Enabled' }]);
  });

  test('outlives the stack on prod, and on prod only', () => {
    expect(bucket?.DeletionPolicy).toBe(stageName === 'prod' ? 'Retain' : 'Delete');
  });
});
