import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { uncheckedSignature } from '../../packages/cdk-local/iam/unchecked-signature.ts';
import { type AwsClient, awsCallLimits } from '../../src/aws/aws-client.ts';
import { createAwsClient, dynamoDb } from '../../src/aws/aws-services.ts';
import { dueIndex } from '../../src/environment.ts';
import { createDirectory, type Directory } from '../../src/table/directory-table.ts';
import type { Table } from '../../src/table/item-table.ts';
import { connectDynamoDb, createSdkTable } from '../../src/table/sdk-table.ts';
import { createQueryableTable, type QueryableTable } from '../../src/table/signed-table.ts';

/** The options of clients of the DynamoDB Local that test/support/global-setup.ts has started. */
export const dynamoDbOptions = () => ({
  endpoint: process.env.TEST_DYNAMODB_URL ?? 'http://the-global-setup-did-not-run.invalid',
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  signer: uncheckedSignature({ accessKeyId: 'test', region: 'us-east-1', service: 'dynamodb' }),
});

let client: DynamoDBDocumentClient | undefined;

/**
 * The gateway's SDK client for that DynamoDB. A test file shares one, because DynamoDB Local stops answering at some
 * thousand connections. Its time-out is long, because test machines are busy and a repeated count would count twice.
 */
export function documentClient(): DynamoDBDocumentClient {
  client ??= connectDynamoDb({ ...dynamoDbOptions(), requestHandler: { requestTimeout: 20_000 } });
  return client;
}

let signed: AwsClient | undefined;

/** The request path's client for that DynamoDB, shared by a test file, with the same time-out. */
export function signedDynamoDb(): AwsClient {
  const { endpoint, region, credentials } = dynamoDbOptions();
  const variables = {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  signed ??= createAwsClient(dynamoDb, variables, {
    limits: { ...awsCallLimits, answerMs: 20_000, deadlineMs: 30_000 },
  });
  return signed;
}

type Index = { readonly name: string; readonly partitionKey: string };

/**
 * Creates an empty table with a unique name and returns the name. The partition key is `pk` by default; `sk` is the
 * optional sort key, and the sort key of an index.
 */
export async function makeTable(sortKey: boolean, partitionKey = 'pk', index?: Index): Promise<string> {
  const names = sortKey ? [partitionKey, 'sk'] : [partitionKey];
  const TableName = `test-${randomUUID()}`;
  const client = new DynamoDBClient(dynamoDbOptions());
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...names, ...(index ? [index.partitionKey] : [])].map((AttributeName) => {
        return { AttributeName, AttributeType: 'S' };
      }),
      KeySchema: keySchema(names),
      ...(index && {
        GlobalSecondaryIndexes: [
          {
            IndexName: index.name,
            KeySchema: keySchema([index.partitionKey, 'sk']),
            Projection: { ProjectionType: 'KEYS_ONLY' },
          },
        ],
      }),
    }),
  );
  client.destroy();
  return TableName;
}

const keySchema = (names: readonly string[]) =>
  names.map((AttributeName, index) => ({
    AttributeName,
    KeyType: index === 0 ? ('HASH' as const) : ('RANGE' as const),
  }));

/** Creates an empty table with the keys of Usage and returns its name. */
export const makeUsageTable = (): Promise<string> => makeTable(true, 'pk', dueIndex);

export const emptyUsage = async (): Promise<QueryableTable> =>
  createQueryableTable(signedDynamoDb(), await makeUsageTable());

export async function emptyTable(options: { sortKey: boolean }): Promise<Table> {
  return createSdkTable(documentClient(), await makeTable(options.sortKey));
}

export async function emptyDirectory(): Promise<Directory> {
  return createDirectory(documentClient(), await makeTable(true));
}
