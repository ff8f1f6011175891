import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startDynamoDb } from '../../packages/cdk-local/dynamodb/dynamodb.ts';
import { type AwsClient, awsCallLimits } from '../../src/aws/aws-client.ts';
import { createAwsClient, dynamoDb } from '../../src/aws/aws-services.ts';
import type { Item } from '../../src/table/item-table.ts';
import { connectDynamoDb } from '../../src/table/sdk-table.ts';
import { inParallel } from './load.ts';

const region = 'us-east-1';
const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };

/** The SDK's client for a DynamoDB at a URL; patient, for a write that is tried again would be charged twice. */
export const sdkClient = (endpoint: string): DynamoDBDocumentClient =>
  connectDynamoDb({ endpoint, region, credentials, requestHandler: { requestTimeout: 20_000 } });

/** The variables by which a function reaches a DynamoDB at a URL. */
export const dynamoDbVariables = (endpoint: string) => ({
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  // As long as those of Lambda's roles are, about.
  AWS_SESSION_TOKEN: 'x'.repeat(700),
});

/** The request path's client for a DynamoDB at a URL; as patient. */
export const signedClient = (endpoint: string): AwsClient =>
  createAwsClient(dynamoDb, dynamoDbVariables(endpoint), {
    limits: { ...awsCallLimits, answerMs: 20_000, deadlineMs: 30_000 },
  });

/** Makes an empty table; its keys are strings, the partition key first. */
export async function makeTable(client: DynamoDBDocumentClient, TableName: string, ...names: string[]): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: names.map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' })),
    }),
  );
}

/**
 * Starts DynamoDB Local with empty tables: Networks, and names of those with `pk` alone, and of those with `sk` too.
 */
export async function startTables(tables: { readonly pk?: readonly string[]; readonly pkAndSk: readonly string[] }) {
  const { url, stop } = await startDynamoDb();
  const client = sdkClient(url);
  await makeTable(client, 'Networks', 'network');
  for (const name of tables.pk ?? []) await makeTable(client, name, 'pk');
  for (const name of tables.pkAndSk) await makeTable(client, name, 'pk', 'sk');
  return { url, stop };
}

/** The most items of one call (DynamoDB API reference, BatchWriteItem). */
const itemsPerCall = 25;

/** Puts many items into a table as fast as it accepts them. */
export async function bulkWrite(
  client: DynamoDBDocumentClient,
  tableName: string,
  items: readonly Item[],
): Promise<void> {
  await inParallel(Math.ceil(items.length / itemsPerCall), 8, async (call) => {
    const puts = items.slice((call - 1) * itemsPerCall, call * itemsPerCall).map((Item) => ({ PutRequest: { Item } }));
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
    if (Object.keys(UnprocessedItems ?? {}).length > 0) throw new Error(`${tableName} has not taken all items.`);
  });
}
