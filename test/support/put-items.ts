import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { concurrently } from '../../src/runtime/concurrently.ts';
import type { Item } from '../../src/table/item-table.ts';
import { documentClient } from './dynamodb.ts';

/** DynamoDB's limit. */
const mostInBatch = 25;

/** Puts many items in few calls. */
export async function putItems(tableName: string, items: readonly Item[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(items.length / mostInBatch) }, (_, index) =>
    items.slice(index * mostInBatch, (index + 1) * mostInBatch),
  );
  await concurrently(batches, async (batch) => {
    const RequestItems = { [tableName]: batch.map((Item) => ({ PutRequest: { Item } })) };
    await documentClient().send(new BatchWriteCommand({ RequestItems }));
  });
}
