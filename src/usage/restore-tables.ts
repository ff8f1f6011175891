import { type DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { concurrently } from '../concurrently.ts';
import { createSdkTable } from '../table/sdk-table.ts';
import { markOf, readDay } from './day-items.ts';

/** How many rows were put, and how many were there already and stayed as they were. */
export type PutRows = { readonly put: number; readonly kept: number };

/** Writes that wait for their answers at once: far below what a table takes. */
const atOnce = 25;

/**
 * Puts every row of a table into another one, unless a row with its key is there. Reads the whole table, page by page;
 * can be repeated after an error. Both tables have the keys `pk` and, where they have two, `sk`.
 */
export async function putMissing(client: DynamoDBDocumentClient, from: string, to: string): Promise<PutRows> {
  let [put, kept] = [0, 0];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from, ConsistentRead: true })) {
    for (let start = 0; start < Items.length; start += atOnce) {
      const rows = Items.slice(start, start + atOnce);
      const done = await Promise.all(rows.map((row) => putUnlessThere(client, to, row)));
      put += done.filter((wasPut) => wasPut).length;
      kept += done.filter((wasPut) => !wasPut).length;
    }
  }
  return { put, kept };
}

async function putUnlessThere(client: DynamoDBDocumentClient, table: string, row: Record<string, unknown>) {
  try {
    await client.send(new PutCommand({ TableName: table, Item: row, ConditionExpression: 'attribute_not_exists(pk)' }));
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
}

/**
 * Marks every day of Usage that has figures, so that they are computed again: rows were put back into the table that they
 * may lack. Reads the whole table; can be repeated after an error. Gives how many days there were.
 */
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
      await usage.update(markOf(readDay(String(pk), String(sk))));
      marked += 1;
    });
  }
  return marked;
}
