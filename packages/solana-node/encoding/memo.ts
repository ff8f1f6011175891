import type { Landed } from '../ledger.ts';

const memoPrograms: ReadonlySet<string> = new Set([
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
]);

/** The memos of a transaction, each after its length, as `[5] hello; [2] hi`; null where it has none. */
export function memoOf({ transaction, keys }: Landed): string | null {
  const memos = transaction.message.instructions.flatMap(({ programAddressIndex, data }) => {
    const program = keys.all[programAddressIndex];
    if (program === undefined || !memoPrograms.has(program)) return [];
    const memo = Buffer.from(data ?? []);
    return [`[${memo.length}] ${memo.toString('utf8')}`];
  });
  return memos.length === 0 ? null : memos.join('; ');
}
