import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';

/** How many items a table holds. */
export async function countItems(client: DynamoDBDocumentClient, tableName: string): Promise<number> {
  let count = 0;
  for await (const page of paginateScan({ client }, { TableName: tableName, Select: 'COUNT', ConsistentRead: true })) {
    count += page.Count ?? 0;
  }
  return count;
}
