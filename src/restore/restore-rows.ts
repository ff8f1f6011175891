import { BatchGetCommand, type DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { concurrently } from '../runtime/concurrently.ts';
import type { Item } from '../table/item-table.ts';
import { createSdkTable } from '../table/sdk-table.ts';
import { markDueUpdate, readDay } from '../usage/day-items.ts';
import { withoutDeletedAccounts } from './deleted-accounts.ts';

/** DynamoDB's limit for one BatchGetItem. */
const batchSize = 100;

/** All rows of a table in batches, read consistently. */
export async function* rowsOf(client: DynamoDBDocumentClient, table: string): AsyncGenerator<readonly Item[]> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: table, ConsistentRead: true })) {
    for (let start = 0; start < Items.length; start += batchSize) yield Items.slice(start, start + batchSize);
  }
}

/** Counts the rows, at most 100, whose keys a table has. The keys are `pk` and `sk`. */
export async function countExisting(
  client: DynamoDBDocumentClient,
  table: string,
  rows: readonly Item[],
): Promise<number> {
  let found = 0;
  let requested = rows.map(({ pk, sk }): Record<string, unknown> => ({ pk, sk }));
  // DynamoDB may return a part of a batch.
  while (requested.length > 0) {
    const keys = { Keys: requested, ConsistentRead: true, ProjectionExpression: 'pk' };
    const answer = await client.send(new BatchGetCommand({ RequestItems: { [table]: keys } }));
    found += answer.Responses?.[table]?.length ?? 0;
    requested = answer.UnprocessedKeys?.[table]?.Keys ?? [];
  }
  return found;
}

/** `deleted` rows belong to deleted accounts and were not copied. */
export type PutRows = { readonly put: number; readonly kept: number; readonly deleted: number };

/**
 * Copies the rows that are missing, except those of deleted accounts. Changes no existing row, and can be repeated after an
 * error.
 */
export async function putMissing(client: DynamoDBDocumentClient, from: string, to: string): Promise<PutRows> {
  let [put, kept, deleted] = [0, 0, 0];
  for await (const batch of rowsOf(client, from)) {
    const rows = await withoutDeletedAccounts(client, to, batch);
    deleted += batch.length - rows.length;
    await concurrently(rows, async (row) => {
      if (await putIfMissing(client, to, row)) put += 1;
      else kept += 1;
    });
  }
  return { put, kept, deleted };
}

async function putIfMissing(client: DynamoDBDocumentClient, table: string, row: Item) {
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
