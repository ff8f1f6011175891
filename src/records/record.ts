import type { AwsCallLimits } from '../aws/aws-client.ts';
import { isThrottled } from '../aws/retry.ts';
import type { Log } from '../log.ts';
import type { Item, ItemTable } from '../table/item-table.ts';
import { dayOf, secondsPerDay } from '../time.ts';
import type { Outcome } from './outcome.ts';
import type { CallCount, RequestRecord } from './record-schema.ts';

export type CallOutcome = {
  /** Undefined if it could not be read. */
  readonly method?: string | undefined;
  readonly outcome: Outcome;
  /** The node's JSON-RPC error code, for `rpc_error`. */
  readonly errorCode?: number | undefined;
};

/** In the order of their first occurrence. */
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

/** That of the first call that failed. */
export const overallOutcome = (calls: readonly CallOutcome[]): Outcome =>
  calls.find(({ outcome }) => outcome !== 'ok')?.outcome ?? 'ok';

export const recordPartition = (keyId: string, at: number): string => `${keyId}#${dayOf(at)}`;

export const recordKey = ({ keyId, at, requestId }: Pick<RequestRecord, 'keyId' | 'at' | 'requestId'>) => ({
  pk: recordPartition(keyId, at),
  sk: requestId,
});

/** It expires with the history of the account's plan. */
export const recordItem = (record: RequestRecord, historyDays: number): Item => ({
  ...recordKey(record),
  ...record,
  expiresAt: Math.floor(record.at / 1_000) + historyDays * secondsPerDay,
});

/** An answer waits no longer for its record. */
export const recordCallLimits: AwsCallLimits = { connectMs: 250, answerMs: 250, deadlineMs: 450, tries: 3 };

/**
 * Never rejects: if the table does not confirm the record in time, the whole record goes to the log, and
 * src/replay/replay-lost-record.ts writes it later. `throttled_record_lost`: one fast key can cause it.
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
    const event = isThrottled(error) ? 'throttled_record_lost' : 'record_lost';
    log.error(event, { reason: error instanceof Error ? error.name : String(error), item });
  }
}
