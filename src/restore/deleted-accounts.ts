import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { accountItemKey, isTombstone, ownerOfRow } from '../directory/directory-items.ts';
import type { Item } from '../table/item-table.ts';

/**
 * The rows, at most 100, without those of accounts that a table knows as deleted: a restore must not bring back names,
 * addresses and working secrets.
 */
export async function withoutDeletedAccounts(
  client: DynamoDBDocumentClient,
  table: string,
  rows: readonly Item[],
): Promise<readonly Item[]> {
  const owners = new Set(rows.flatMap((row) => ownerOfRow(row) ?? []));
  const deleted = new Set<unknown>();
  let requested: Record<string, unknown>[] = [...owners].map(accountItemKey);
  // DynamoDB may return a part of a batch.
  while (requested.length > 0) {
    const answer = await client.send(
      new BatchGetCommand({ RequestItems: { [table]: { Keys: requested, ConsistentRead: true } } }),
    );
    for (const account of answer.Responses?.[table] ?? []) {
      if (isTombstone(account) || account.state === 'deleting') deleted.add(account.accountId);
    }
    requested = answer.UnprocessedKeys?.[table]?.Keys ?? [];
  }
  return rows.filter((row) => !deleted.has(ownerOfRow(row)));
}
