import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../src/table/item-table.ts';
import { inParallel } from './load.ts';

/** The most items of one call (DynamoDB API reference, BatchWriteItem). */
const itemsPerCall = 25;

/** Puts many items into a table, as fast as it takes them. */
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
