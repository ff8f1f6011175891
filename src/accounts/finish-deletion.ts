import * as v from 'valibot';
import {
  type Account,
  accountItemKey,
  keyItemKey,
  keyItemPrefix,
  type Tombstone,
  tombstoneSchema,
} from '../directory/directory-items.ts';
import { findDeletingAccount } from '../directory/directory-reads.ts';
import { secretItemKey } from '../directory/secret-item.ts';
import { tokenHashKey, tokenItemPrefix } from '../directory/token-items.ts';
import { errorClass } from '../error-class.ts';
import { concurrently } from '../runtime/concurrently.ts';
import type { Directory } from '../table/directory-table.ts';
import { ConditionFailedError, type Item, type Table } from '../table/item-table.ts';
import { type Clock, dayMs, type EpochMs } from '../time.ts';
import { lastUsedKey } from '../usage/last-used.ts';
import { tallySpans } from '../usage/usage-range.ts';
import type { UserDirectory } from '../users/user-directory.ts';

export type DeletionDeps = {
  readonly directory: Directory;
  readonly usage: Pick<Table, 'delete'>;
  readonly users: Pick<UserDirectory, 'signOut' | 'delete'>;
  readonly clock: Clock;
  /** Ends what the account pays for. Default: billing is off. */
  readonly closeBilling?: ((account: Account) => Promise<void>) | undefined;
  /** After this time nothing further is begun. Default: no end. */
  readonly deadline?: EpochMs | undefined;
};

/** The deletion did not end before its deadline. It continues when it is repeated. */
class DeletionUnfinishedError extends errorClass('DeletionUnfinishedError', 'deletion_unfinished') {}

/** The account may still be charged, and only billing can end that. */
class SubscriptionLeftError extends errorClass('SubscriptionLeftError', 'subscription_left') {
  constructor(accountId: string) {
    super(
      `Billing is off, but account ${accountId} has a subscription. Add billing to the settings again and deploy; the ` +
        'account sweep then ends the subscription and finishes the deletion.',
    );
  }
}

/** Rows that name a key are kept for 400 days; the margin is for late records, and for DynamoDB, which expires rows late. */
const tombstoneMs = tallySpans.hour.keepSeconds * 1_000 + 30 * dayMs;

const maxKeyIds = 1_000;

/**
 * The second step of a deletion: removes the user and every row of the account, and puts a tombstone in its place. Each
 * part can be repeated, so a run that was killed anywhere is continued by a run from the start, also by a concurrent one.
 * Does nothing unless the account is `deleting`.
 * @throws {SubscriptionLeftError} @throws {DeletionUnfinishedError}
 */
export async function finishDeletion(deps: DeletionDeps, accountId: string): Promise<void> {
  const { directory, users, closeBilling } = deps;
  const account = await findDeletingAccount(directory, accountId);
  if (!account) return;
  // By id: another user may have the address by now.
  await users.signOut(accountId);
  await users.delete(accountId);
  // Before the rows that lead to the customer at Stripe are deleted.
  if (closeBilling) await closeBilling(account);
  else if (account.billing?.subscriptionId) throw new SubscriptionLeftError(accountId);
  const keyIds = await noteKeyIds(directory, accountId);
  if (!keyIds) return;
  await deleteKeys(deps, accountId);
  await deleteTokens(deps, accountId);
  await deleteRows(deps, accountId);
  await putTombstone(deps, { accountId, keyIds });
}

/** Stores the ids of the keys in the account's item, before they are deleted. Undefined if another run has finished. */
async function noteKeyIds(directory: Directory, accountId: string): Promise<Tombstone['keyIds'] | undefined> {
  const { pk } = accountItemKey(accountId);
  const newest = { pk, from: keyItemPrefix, to: `${keyItemPrefix}~`, descending: true, pageSize: maxKeyIds };
  const keyIds: string[] = [];
  for await (const { sk } of directory.queryRange(newest)) {
    if (keyIds.push(String(sk).slice(keyItemPrefix.length)) === maxKeyIds) break;
  }
  try {
    const item = await directory.update({
      key: accountItemKey(accountId),
      update: 'SET #keyIds = if_not_exists(#keyIds, :keyIds)',
      condition: '#state = :deleting',
      names: { '#state': 'state', '#keyIds': 'keyIds' },
      values: { ':deleting': 'deleting', ':keyIds': keyIds },
    });
    return v.parse(tombstoneSchema.entries.keyIds, item.keyIds);
  } catch (error) {
    if (error instanceof ConditionFailedError) return undefined;
    throw error;
  }
}

const storedKeySchema = v.object({
  keyId: v.string(),
  secrets: v.array(v.object({ hash: v.string() })),
  endedSecrets: v.array(v.string()),
});

/** The secrets first: without its key, nothing leads to them. */
function deleteKeys(deps: DeletionDeps, accountId: string): Promise<void> {
  const { directory, usage } = deps;
  return inBatches(deps, directory.query(accountItemKey(accountId).pk, keyItemPrefix), async (item) => {
    const { keyId, secrets, endedSecrets } = v.parse(storedKeySchema, item);
    const hashes = [...secrets.map(({ hash }) => hash), ...endedSecrets];
    await concurrently(hashes, (hash) => directory.delete(secretItemKey(hash)));
    await usage.delete(lastUsedKey(keyId));
    await directory.delete(keyItemKey(accountId, keyId));
  });
}

/** What the authorizer reads first: without the token's own row, nothing leads to it. */
function deleteTokens(deps: DeletionDeps, accountId: string): Promise<void> {
  const { directory } = deps;
  return inBatches(deps, directory.query(accountItemKey(accountId).pk, tokenItemPrefix), async ({ pk, sk, hash }) => {
    await directory.delete(tokenHashKey(v.parse(v.string(), hash)));
    await directory.delete({ pk, sk });
  });
}

function deleteRows(deps: DeletionDeps, accountId: string): Promise<void> {
  const account = accountItemKey(accountId);
  return inBatches(deps, deps.directory.query(account.pk), async ({ pk, sk }) => {
    if (sk !== account.sk) await deps.directory.delete({ pk, sk });
  });
}

const batchSize = 100;

async function inBatches(deps: DeletionDeps, items: AsyncIterable<Item>, remove: (item: Item) => Promise<void>) {
  const { clock, deadline = Number.POSITIVE_INFINITY } = deps;
  let batch: Item[] = [];
  const removeBatch = async () => {
    if (clock() >= deadline) throw new DeletionUnfinishedError('The time for a deletion is over.');
    await concurrently(batch, remove);
    batch = [];
  };
  for await (const item of items) if (batch.push(item) === batchSize) await removeBatch();
  await removeBatch();
}

async function putTombstone(
  { directory, clock }: DeletionDeps,
  { accountId, keyIds }: Pick<Tombstone, 'accountId' | 'keyIds'>,
): Promise<void> {
  const deletedAt = clock();
  const expiresAt = Math.ceil((deletedAt + tombstoneMs) / 1_000);
  const tombstone: Tombstone = { accountId, state: 'deleted', deletedAt, keyIds, expiresAt };
  // Unconditional: a concurrent run can only have put a tombstone with the same keys.
  await directory.put({ ...accountItemKey(accountId), ...tombstone });
}
