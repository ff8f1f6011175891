import type { Log } from '../log.ts';
import type { Item, ItemTable } from '../table/table.ts';
import { type RequestRecord, recordKey } from './record.ts';

const secondsPerDay = 86_400;

/** The row of a request's record, which expires with the history of its account's plan. */
export const recordItem = (record: RequestRecord, historyDays: number): Item => ({
  ...recordKey(record),
  ...record,
  expiresAt: Math.floor(record.at / 1_000) + historyDays * secondsPerDay,
});

/**
 * Writes a request's record. Never rejects: when the table's own retries have failed, the whole record goes to the log
 * as `record_lost`, from which a replay writes it (src/replay/replay-lost.ts), and the client still gets its answer.
 * @param historyDays how long the account's plan keeps history
 */
export async function writeRecord(
  table: ItemTable,
  log: Log,
  record: RequestRecord,
  historyDays: number,
): Promise<void> {
  const item = recordItem(record, historyDays);
  try {
    await table.put(item);
  } catch (error) {
    log.error('record_lost', { reason: error instanceof Error ? error.name : String(error), item });
  }
}
