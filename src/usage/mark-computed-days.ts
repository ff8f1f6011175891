import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { createTable } from '../table/table.ts';
import { concurrently } from './concurrently.ts';
import { readDay } from './day-item.ts';
import { markOf } from './mark-days.ts';

/**
 * Marks every day of Usage that has figures, so that they are computed again: rows were put back into the table that they
 * may lack. Reads the whole table; can be repeated after an error. Gives how many days there were.
 */
export async function markComputedDays(client: DynamoDBDocumentClient, tableName: string): Promise<number> {
  const usage = createTable(client, tableName);
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
