import { type AccountToken, tokenItemKey } from '../directory/token-items.ts';
import type { Log } from '../log.ts';
import { ConditionFailedError, type ItemTable } from '../table/item-table.ts';
import { type Clock, minuteMs } from '../time.ts';

const noteEveryMs = 5 * minuteMs;

/** Notes that a token is used, at most every five minutes. A request never fails because of it. */
export async function noteUse(
  {
    directory,
    clock,
    log,
  }: { readonly directory: Pick<ItemTable, 'update'>; readonly clock: Clock; readonly log: Log },
  { accountId, tokenId, lastUsedAt = 0 }: AccountToken,
): Promise<void> {
  const now = clock();
  if (now - lastUsedAt < noteEveryMs) return;
  const key = tokenItemKey(accountId, tokenId);
  const update = { update: 'SET lastUsedAt = :now', condition: 'attribute_exists(pk)', values: { ':now': now } };
  await directory.update({ key, ...update }).catch((error: unknown) => {
    // The account was deleted meanwhile.
    if (error instanceof ConditionFailedError) return;
    log.warn('token_use_not_noted', { accountId, tokenId, detail: String(error) });
  });
}
