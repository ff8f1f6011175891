import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type Account, accountItemKey, accountItemSchema } from '../directory/directory-items.ts';
import { findAccount } from '../directory/directory-reads.ts';
import { findPlan, freePlan, UnknownPlanError } from '../plans/plans.ts';
import type { Directory } from '../table/directory-table.ts';
import { ConditionFailedError } from '../table/item-table.ts';
import type { Clock } from '../time.ts';

/**
 * Makes an account, on the free plan where none is named; one that is there already stays as it is.
 * @throws {UnknownPlanError}
 */
export async function registerAccount(
  directory: Directory,
  { accountId, email, planId = freePlan.id }: { accountId: string; email: string; planId?: string | undefined },
  clock: Clock,
): Promise<Account> {
  const plan = findPlan(planId);
  if (!plan) throw new UnknownPlanError(planId);
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
  for await (const { Items = [] } of pages) for (const item of Items) yield v.parse(accountItemSchema, item);
}
