import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { createTables } from '../../dynamodb/tables.ts';
import { startEventSourceMappings } from '../../event-source-mapping/start-event-source-mappings.ts';
import { startFunctions } from '../../functions/functions.ts';
import { startGate } from '../../gate.ts';
import { createEventLog } from '../../logs.ts';
import { openBuckets } from '../../s3/buckets.ts';
import { Teardown } from '../../teardown.ts';
import { loadTemplate } from '../../template/template.ts';
import { sharedDynamoDb } from '../dynamodb/shared-dynamodb.ts';
import { folderWith } from '../functions/function-code.ts';
import { noServices } from '../iam/test-gate.ts';

const dynamodb = sharedDynamoDb();
const reading = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((name) => `dynamodb:${name}`);

/** A template with a table, a function on its stream, and a bucket for what the function fails on. */
function templateOf(table: string, source: string, actions: readonly string[]) {
  const statement = { Effect: 'Allow', Action: actions, Resource: '*' };
  const key = { AttributeName: 'id', KeyType: 'HASH' };
  const resources = {
    Items: {
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: {
        TableName: table,
        KeySchema: [key],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      },
    },
    Failures: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'failures' } },
    Role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: {},
        Policies: [{ PolicyName: 'grants', PolicyDocument: { Version: '2012-10-17', Statement: [statement] } }],
      },
    },
    Reader: {
      Type: 'AWS::Lambda::Function',
      Metadata: { 'aws:asset:path': folderWith(source) },
      Properties: {
        Code: {},
        Handler: 'index.handler',
        Runtime: 'nodejs24.x',
        Timeout: 60,
        Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      },
    },
    Version: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'Reader' } } },
    Live: {
      Type: 'AWS::Lambda::Alias',
      Properties: {
        FunctionName: { Ref: 'Reader' },
        FunctionVersion: { 'Fn::GetAtt': ['Version', 'Version'] },
        Name: 'live',
      },
    },
    Mapping: {
      Type: 'AWS::Lambda::EventSourceMapping',
      Properties: {
        FunctionName: { 'Fn::Join': [':', [{ Ref: 'Reader' }, 'live']] },
        EventSourceArn: { 'Fn::GetAtt': ['Items', 'StreamArn'] },
        StartingPosition: 'TRIM_HORIZON',
        BatchSize: 1,
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        MaximumRecordAgeInSeconds: 60,
        DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Failures', 'Arn'] } } },
      },
    },
  };
  const path = join(mkdtempSync(join(tmpdir(), 'sluice-template-')), 'template.json');
  writeFileSync(path, JSON.stringify({ Resources: resources }));
  return loadTemplate(path, { accountId: '000000000000', region: 'us-east-1', stackName: 'Test' });
}

async function start(teardown: Teardown, table: string, source: string, actions: readonly string[]) {
  const template = templateOf(table, source, actions);
  // The asset's folder is absolute; the template's is not to be put in front of it.
  const rooted = { ...template, folder: '/' };
  await createTables(template, dynamodb);
  const buckets = await openBuckets(template, mkdtempSync(join(tmpdir(), 'sluice-buckets-')));
  const gate = await teardown.started(startGate({ template, ...noServices, dynamodbUrl: dynamodb.url, s3: buckets }));
  const lines: string[] = [];
  const functions = await teardown.started(
    startFunctions({
      template: rooted,
      accessOf: ({ roleArn }) => ({ region: 'us-east-1', ...gate.credentialsOf(roleArn), endpoints: {} }),
      onLog: (_, line) => lines.push(line),
    }),
  );
  const { credentialsOf, url: endpoint } = gate;
  const log = createEventLog((line) => lines.push(line));
  // Every record is too old once the function has failed.
  const clock = () => Date.now() + (lines.some((line) => line.includes('bad record')) ? 61_000 : 0);
  const mappings = await teardown.started(
    startEventSourceMappings({ template, functions, endpoint, credentialsOf, log, clock }),
  );
  return { mappings, buckets, lines };
}

describe('the event source mappings of a template, on DynamoDB Local', () => {
  const client = () =>
    new DynamoDBClient({
      endpoint: dynamodb.url,
      region: 'us-east-1',
      credentials: { accessKeyId: 'operator', secretAccessKey: 'operator' },
    });
  const source = `export const handler = async ({ Records }) => {
    const ids = Records.map(({ dynamodb }) => dynamodb.NewImage.id.S);
    if (ids.includes('bad')) throw new Error('bad record');
    for (const id of ids) console.log(id);
  };`;

  test('deliver what is written, as the function’s role, and keep what fails in the bucket', async () => {
    const teardown = new Teardown();
    try {
      const { mappings, buckets, lines } = await start(teardown, 'Delivered', source, [...reading, 's3:PutObject']);
      const dynamo = client();
      const ids = ['a', 'b', 'c', 'bad'];
      for (const id of ids) await dynamo.send(new PutItemCommand({ TableName: 'Delivered', Item: { id: { S: id } } }));
      await mappings.drained();
      expect(lines.filter((line) => !line.startsWith('{'))).toEqual(['a', 'b', 'c']);
      const [[key, body] = []] = [...(await buckets.objects('failures'))];
      expect(key).toMatch(/^aws\/lambda\//);
      const { requestContext, payload } = JSON.parse(String(body));
      expect(requestContext.functionArn).toMatch(/:function:Reader:live$/);
      expect(JSON.parse(payload)).toMatchObject({
        Records: [{ eventName: 'INSERT', dynamodb: { NewImage: { id: { S: 'bad' } } } }],
      });
      dynamo.destroy();
    } finally {
      await teardown.run();
    }
  });

  test.each(reading)('are refused where the role lacks %s', async (missing) => {
    const teardown = new Teardown();
    const allowed = reading.filter((action) => action !== missing);
    try {
      const starting = start(teardown, `Lacks-${missing.replace(':', '-')}`, source, allowed);
      await expect(starting).rejects.toThrow(`is not authorized to perform: ${missing}`);
    } finally {
      await teardown.run();
    }
  });
});
