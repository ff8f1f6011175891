import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type Account, accountItemKey, accountItemSchema } from '../directory/directory-items.ts';
import { findAccount } from '../directory/directory-reads.ts';
import type { Directory } from '../table/directory-table.ts';
import { ConditionFailedError } from '../table/item-table.ts';
import type { Clock } from '../time.ts';

/** Creates an account; an existing one is returned unchanged. */
export async function registerAccount(
  directory: Directory,
  { accountId, email, planId }: Pick<Account, 'accountId' | 'email' | 'planId'>,
  clock: Clock,
): Promise<Account> {
  const account: Account = {
    accountId,
    email,
    planId,
    state: 'active',
    version: 1,
    createdAt: clock(),
    activeKeys: { version: 1, ids: [] },
    freedSlots: [],
  };
  try {
    await directory.put({ ...accountItemKey(accountId), ...account }, 'attribute_not_exists(pk)');
    return account;
  } catch (error) {
    if (error instanceof ConditionFailedError) return findAccount(directory, accountId);
    throw error;
  }
}

/** Every account, unordered, also those whose deletion is not finished. Scans the whole Directory table: only for operators, never for a request. */
export async function* listAccounts(
  client: DynamoDBDocumentClient,
  directoryTableName: string,
): AsyncGenerator<Account> {
  const pages = paginateScan(
    { client },
    {
      TableName: directoryTableName,
      FilterExpression: '#sk = :account AND #state <> :deleted',
      ExpressionAttributeNames: { '#sk': 'sk', '#state': 'state' },
      ExpressionAttributeValues: { ':account': 'ACCOUNT', ':deleted': 'deleted' },
    },
  );
  for await (const { Items = [] } of pages) for (const item of Items) yield v.parse(accountItemSchema, item);
}
