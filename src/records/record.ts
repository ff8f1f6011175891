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
  /** The tries of the call, as text (tries.ts). */
  readonly tries?: string | undefined;
};

/** In the order of their first occurrence. */
export function countCalls(calls: readonly CallOutcome[]): CallCount[] {
  const counts = new Map<string, CallCount>();
  for (const { method, outcome, errorCode, tries } of calls) {
    const name = JSON.stringify([outcome, method, errorCode, tries]);
    const known = counts.get(name);
    if (known) known.count += 1;
    else {
      counts.set(name, {
        ...(method !== undefined && { method }),
        outcome,
        ...(errorCode !== undefined && { errorCode }),
        count: 1,
        ...(tries && { tries }),
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

/** Days for which a record with tries stays at least: usage-days reads it after its UTC day has ended. */
export const triesDays = 3;

/** It expires with the history of the account's plan, or when its tries are added up. Customers see what the plan keeps. */
export function recordItem(record: RequestRecord, historyDays: number): Item {
  const hasTries = record.tries !== undefined || record.calls.some(({ tries }) => tries);
  const days = hasTries ? Math.max(historyDays, triesDays) : historyDays;
  return { ...recordKey(record), ...record, expiresAt: Math.floor(record.at / 1_000) + days * secondsPerDay };
}

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
