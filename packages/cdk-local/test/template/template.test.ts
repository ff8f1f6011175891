import { describe, expect, test } from '@jest/globals';
import { failure, fn, table } from './resolved.ts';
import { templateOf, templateOfText, templateWith } from './template-file.ts';

describe('loadTemplate', () => {
  test('gives resources by type and by logical id, with their unchanged metadata', () => {
    const Metadata = { 'aws:asset:path': 'asset.1' };
    const template = templateWith({ A: table, B: { ...fn({}), Metadata }, C: table });
    expect(template.ofType('AWS::DynamoDB::GlobalTable').map(({ logicalId }) => logicalId)).toEqual(['A', 'C']);
    expect(template.get('B')).toMatchObject({ logicalId: 'B', type: 'AWS::Lambda::Function', metadata: Metadata });
    expect(template.ofType('AWS::S3::Bucket')).toEqual([]);
    expect(failure(() => template.get('D'))).toMatchObject({ code: 'unknown_resource' });
  });

  test('resolves outputs', () => {
    const Outputs = { Table: { Value: { Ref: 'A' } } };
    expect(templateOf({ Resources: { A: table }, Outputs }).outputs).toEqual({ Table: 'A' });
  });

  test('refuses a resource type that is not known, even where nothing refers to it', () => {
    const error = failure(() => templateWith({ Queue: { Type: 'AWS::SQS::Queue' } }));
    expect(error).toMatchObject({ code: 'unknown_resource_type', path: 'Resources.Queue' });
    expect(error.message).toBe('Resources.Queue: the local runtime does not know AWS::SQS::Queue');
  });

  test.each([
    ['not JSON', '{'],
    ['no resources', '{}'],
    ['a section that is not known', '{"Resources":{},"Transform":"AWS::Serverless-2016-10-31"}'],
    ['a field of a resource that is not known', '{"Resources":{"A":{"Type":"AWS::S3::Bucket","Properties2":{}}}}'],
  ])('refuses %s', (_, text) => {
    expect(failure(() => templateOfText(text))).toMatchObject({ code: 'malformed_template' });
  });
});
