import { findAccount, listKeys } from '../../src/directory/directory-reads.ts';
import { listTokens } from '../../src/directory/token-items.ts';
import { dayMs } from '../../src/time.ts';
import { lastUsedAt } from '../../src/usage/last-used.ts';
import { tallySpans } from '../../src/usage/usage-range.ts';
import { UsageError } from '../command-errors.ts';
import type { Commands } from './command.ts';
import { archiveEntries, type ExportedAccount } from './export-entries.ts';
import { findAccountId } from './find-account.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { monthRange } from './statement.ts';
import { isMonth } from './statement-command.ts';
import { writeZipFile } from './zip-file.ts';

export const exportCommands: Commands = {
  'accounts export': {
    args: ['ACCOUNT'],
    options: ['out', 'month'],
    required: 'out',
    summary: 'write what is stored of an account (its id or address) into a ZIP file, without secrets',
    run: async ([idOrEmail = ''], { options: { out = '', month }, openGateway }) => {
      if (month !== undefined && !isMonth(month)) {
        throw new UsageError(`--month must be a month like 2026-11, not ${month}.`);
      }
      const gateway = await openGateway();
      const exported = await readExported(gateway, await findAccountId(gateway, idOrEmail), month);
      const bytes = await writeZipFile(out, archiveEntries(gateway, exported));
      const { unreadable } = exported;
      const note =
        unreadable.size > 0 ? `${unreadable.size} rows of the history cannot be read and are left out.\n` : '';
      return {
        documents: [{ accountId: exported.account.accountId, file: out, bytes, unreadable: [...unreadable] }],
        text: `${out}: ${bytes} bytes\n${note}`,
      };
    },
  },
};

async function readExported(gateway: OperatorGateway, id: string, month?: string): Promise<ExportedAccount> {
  const { directory, usage, clock } = gateway;
  const account = await findAccount(directory, id);
  const keys = await listKeys(directory, id);
  const uses = await lastUsedAt(
    usage,
    keys.map(({ keyId }) => keyId),
  );
  const tokens = await listTokens(directory, id);
  const now = clock();
  // Whole days for which usage is kept; the history of an account is never longer.
  const kept = Math.ceil((now - tallySpans.hour.keepSeconds * 1_000) / dayMs) * dayMs;
  const asked = month === undefined ? { from: account.createdAt, to: now } : monthRange(month);
  return {
    account,
    tokens,
    keys: keys.map((key) => ({ ...key, lastUsedAt: uses.get(key.keyId) })),
    from: Math.max(asked.from, kept),
    to: Math.min(asked.to, now),
    now,
    unreadable: new Set(),
  };
}
