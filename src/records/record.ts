import type { Log } from '../log.ts';
import type { Item, ItemTable } from '../table/item-table.ts';
import { dayOf } from '../time.ts';
import type { Outcome } from './outcome.ts';
import type { CallCount, RequestRecord } from './record-schema.ts';

/** One call's method, where it was readable, and how it ended; for `rpc_error`, the code of the node's error. */
export type CallOutcome = {
  readonly method?: string | undefined;
  readonly outcome: Outcome;
  readonly errorCode?: number | undefined;
};

/** Counts calls that have the same method, outcome and error code together, in the order they first stand in. */
export function countCalls(calls: readonly CallOutcome[]): CallCount[] {
  const counts = new Map<string, CallCount>();
  for (const { method, outcome, errorCode } of calls) {
    const name = JSON.stringify([outcome, method, errorCode]);
    const known = counts.get(name);
    if (known) known.count += 1;
    else {
      counts.set(name, {
        ...(method !== undefined && { method }),
        outcome,
        ...(errorCode !== undefined && { errorCode }),
        count: 1,
      });
    }
  }
  return [...counts.values()];
}

/** The outcome of a request as a whole. */
export const overallOutcome = (calls: readonly CallOutcome[]): Outcome =>
  calls.find(({ outcome }) => outcome !== 'ok')?.outcome ?? 'ok';

/** Where a key's records of a UTC day lie. */
export const recordPartition = (keyId: string, at: number): string => `${keyId}#${dayOf(at)}`;

/** The key of a record's row. */
export const recordKey = ({ keyId, at, requestId }: Pick<RequestRecord, 'keyId' | 'at' | 'requestId'>) => ({
  pk: recordPartition(keyId, at),
  sk: requestId,
});

const secondsPerDay = 86_400;

/** The row of a request's record, which expires with the history of its account's plan. */
export const recordItem = (record: RequestRecord, historyDays: number): Item => ({
  ...recordKey(record),
  ...record,
  expiresAt: Math.floor(record.at / 1_000) + historyDays * secondsPerDay,
});

/**
 * Writes a request's record. Never rejects: when the table's own retries have failed, the whole record goes to the log
 * as `record_lost`, from which a replay writes it (src/replay/replay-lost-record.ts), and the client still gets its answer.
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
