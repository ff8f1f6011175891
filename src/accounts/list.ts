import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type Account, accountSchema } from './account.ts';

/**
 * Every account, in no order. Reads the whole Directory, page by page: for an operator's hand, not for a request.
 * @param tableName the Directory table's
 */
export async function* listAccounts(client: DynamoDBDocumentClient, tableName: string): AsyncGenerator<Account> {
  const pages = paginateScan(
    { client },
    {
      TableName: tableName,
      FilterExpression: '#sk = :account',
      ExpressionAttributeNames: { '#sk': 'sk' },
      ExpressionAttributeValues: { ':account': 'ACCOUNT' },
    },
  );
  for await (const { Items = [] } of pages) for (const item of Items) yield v.parse(accountSchema, item);
}
