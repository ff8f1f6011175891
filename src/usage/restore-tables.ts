import { type DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { concurrently } from '../concurrently.ts';
import { createSdkTable } from '../table/sdk-table.ts';
import { markDueUpdate, readDay } from './day-items.ts';

export type PutRows = { readonly put: number; readonly kept: number };

const concurrentWrites = 25;

/** Can be repeated after an error. The partition key of both tables is `pk`. */
export async function putMissing(client: DynamoDBDocumentClient, from: string, to: string): Promise<PutRows> {
  let [put, kept] = [0, 0];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from, ConsistentRead: true })) {
    for (let start = 0; start < Items.length; start += concurrentWrites) {
      const rows = Items.slice(start, start + concurrentWrites);
      const done = await Promise.all(rows.map((row) => putIfMissing(client, to, row)));
      put += done.filter((wasPut) => wasPut).length;
      kept += done.filter((wasPut) => !wasPut).length;
    }
  }
  return { put, kept };
}

async function putIfMissing(client: DynamoDBDocumentClient, table: string, row: Record<string, unknown>) {
  try {
    await client.send(new PutCommand({ TableName: table, Item: row, ConditionExpression: 'attribute_not_exists(pk)' }));
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}

/** The figures may miss restored rows, so their days become due. Can be repeated after an error. */
export async function markComputedDays(client: DynamoDBDocumentClient, tableName: string): Promise<number> {
  const usage = createSdkTable(client, tableName);
  const computed = {
    TableName: tableName,
    FilterExpression: 'attribute_exists(figures)',
    ProjectionExpression: 'pk, sk',
  };
  let marked = 0;
  for await (const { Items = [] } of paginateScan({ client }, computed)) {
    await concurrently(Items, async ({ pk, sk }) => {
      await usage.update(markDueUpdate(readDay(String(pk), String(sk))));
      marked += 1;
    });
  }
  return marked;
}
