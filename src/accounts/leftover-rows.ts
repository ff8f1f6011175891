import * as v from 'valibot';
import { accountItemKey, isTombstone, keyItemKey, ownerOfRow } from '../directory/directory-items.ts';
import { concurrently } from '../runtime/concurrently.ts';
import type { Directory } from '../table/directory-table.ts';
import { ConditionFailedError, type Item } from '../table/item-table.ts';
import { type Clock, dayMs, hourMs } from '../time.ts';

export type LeftoverDeps = { readonly directory: Directory; readonly clock: Clock };

/**
 * Deletes rows that deleted accounts have left, and secrets without a key, and returns their number. A row of a deleted
 * account is for example the token bucket of a request that was running, or a secret that an old version of the gateway
 * ended and forgot.
 */
export async function deleteLeftovers(deps: LeftoverDeps, items: readonly Item[]): Promise<number> {
  const owned = items.flatMap((item) => {
    const accountId = ownerOfRow(item);
    return accountId === undefined ? [] : [{ item, accountId }];
  });
  const accounts = await accountsOf(deps, new Set(owned.map(({ accountId }) => accountId)), items);
  let deleted = 0;
  await concurrently(owned, async ({ item, accountId }) => {
    const account = accounts.get(accountId);
    if (account && isTombstone(account)) {
      await deps.directory.delete({ pk: item.pk, sk: item.sk });
      deleted += 1;
    } else if (isSecret(item)) deleted += await deleteOrphan(deps, item, account !== undefined);
  });
  return deleted;
}

const isSecret = ({ sk }: Item): boolean => sk === 'SECRET';

/** The items of accounts, read again unless they are on the page, because they may be younger than their rows. */
async function accountsOf({ directory }: LeftoverDeps, ids: ReadonlySet<string>, page: readonly Item[]) {
  const accounts = new Map<string, Item>();
  for (const item of page) if (item.sk === 'ACCOUNT') accounts.set(String(item.accountId), item);
  await concurrently(ids, async (accountId) => {
    const item = accounts.has(accountId) ? undefined : await directory.get(accountItemKey(accountId));
    if (item) accounts.set(accountId, item);
  });
  return accounts;
}

const secretSchema = v.object({ accountId: v.string(), keyId: v.string(), orphanedAt: v.optional(v.number()) });

/** A restore of the table may put a secret back a while before its key (src/restore). */
const waitMs = 20 * hourMs;
const maxAgeMs = 7 * dayMs;

/** A secret is deleted only if two runs, on different nights, find it without its account or key. */
async function deleteOrphan({ directory, clock }: LeftoverDeps, item: Item, hasAccount: boolean): Promise<number> {
  const { accountId, keyId, orphanedAt } = v.parse(secretSchema, item);
  if (hasAccount && (await directory.get(keyItemKey(accountId, keyId)))) return 0;
  const now = clock();
  const key = { pk: item.pk, sk: item.sk };
  const age = now - (orphanedAt ?? Number.NEGATIVE_INFINITY);
  if (age >= waitMs && age < maxAgeMs) {
    await directory.delete(key);
    return 1;
  }
  if (age >= maxAgeMs) await markOrphan(directory, key, now);
  return 0;
}

async function markOrphan(directory: Directory, key: Item, now: number): Promise<void> {
  try {
    const update = { update: 'SET #at = :now', condition: 'attribute_exists(pk)', names: { '#at': 'orphanedAt' } };
    await directory.update({ key, ...update, values: { ':now': now } });
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}
