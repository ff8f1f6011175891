import { setTimeout as pause } from 'node:timers/promises';
import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { activityWrite, type ChangeOrigin } from '../directory/activity.ts';
import type { ChangeDeps } from '../directory/change-account.ts';
import { type Account, accountItemKey, accountItemSchema } from '../directory/directory-items.ts';
import { findAccount } from '../directory/directory-reads.ts';
import { TransactionConflictError } from '../table/directory-table.ts';
import type { EpochMs } from '../time.ts';

const maxTries = 5;

/** An account as it is created. */
export const newAccount = (
  { accountId, email, planId }: Pick<Account, 'accountId' | 'email' | 'planId'>,
  createdAt: EpochMs,
): Account => ({
  accountId,
  email,
  planId,
  state: 'active',
  inactive: null,
  billing: null,
  version: 1,
  sessionsValidFrom: 0,
  recoveryCodes: [],
  createdAt,
  activeKeys: [],
  freedSlots: [],
  dayQuota: null,
  deletingSince: null,
});

/** Creates an account; an existing one is returned unchanged. */
export async function registerAccount(
  { directory, clock }: ChangeDeps,
  { accountId, email, planId }: Pick<Account, 'accountId' | 'email' | 'planId'>,
  origin: ChangeOrigin,
): Promise<Account> {
  const at = clock();
  const account = newAccount({ accountId, email, planId }, at);
  const writes = [
    { put: { ...accountItemKey(accountId), ...account }, condition: 'attribute_not_exists(pk)' },
    activityWrite(account, { action: 'account_created', after: { planId } }, origin, at),
  ];
  for (let tries = 1; ; tries += 1) {
    try {
      await directory.transact(writes);
      return account;
    } catch (error) {
      if (!(error instanceof TransactionConflictError)) throw error;
      const existing = await directory.get(accountItemKey(accountId));
      if (existing) return findAccount(directory, accountId);
      // Another request is creating the account, and has not finished.
      if (tries === maxTries) throw error;
      await pause(tries * 10);
    }
  }
}

/**
 * In the table's own order, with accounts whose deletion is not finished. Scans the whole table: only for operators, never
 * for a request.
 * @param after the id of an account: begins with the next one, also if that account is gone
 */
export async function* listAccounts(
  client: DynamoDBDocumentClient,
  directoryTableName: string,
  after?: string,
): AsyncGenerator<Account> {
  const pages = paginateScan(
    { client },
    {
      TableName: directoryTableName,
      ...(after !== undefined && { ExclusiveStartKey: accountItemKey(after) }),
      FilterExpression: '#sk = :account AND #state <> :deleted',
      ExpressionAttributeNames: { '#sk': 'sk', '#state': 'state' },
      ExpressionAttributeValues: { ':account': 'ACCOUNT', ':deleted': 'deleted' },
    },
  );
  for await (const { Items = [] } of pages) for (const item of Items) yield v.parse(accountItemSchema, item);
}
