import * as v from 'valibot';
import { requestIdTime } from '../records/request-id.ts';
import { ConditionFailedError } from '../table/item-table.ts';
import type { ReplayDeps } from './replay-failure.ts';
import { isTooOldToReplay, type ReplayResult, replayedRowExpiry } from './replay-row.ts';

const item = v.looseObject({ pk: v.string(), sk: v.string(), expiresAt: v.number() });
const lossEvents = ['record_lost', 'throttled_record_lost', 'refusal_record_lost'] as const;
const lossLineSchema = v.pipe(v.string(), v.parseJson(), v.object({ event: v.picklist(lossEvents), item }));

/** The item of a record that could not be written to Records. */
export type LostRecordItem = v.InferOutput<typeof item>;

/** Reads the item from a log line with any prefix. Undefined for other events; `unreadable` without a complete item. */
export function readLostRecord(line: string): LostRecordItem | 'unreadable' | undefined {
  if (!lossEvents.some((event) => line.includes(`"${event}"`))) return undefined;
  const parsed = v.safeParse(lossLineSchema, line.slice(line.indexOf('{')));
  return parsed.success ? parsed.output.item : 'unreadable';
}

/**
 * Writes a lost record unless its row exists: then only the response to the write was lost. If the record's history has
 * ended, the row may have existed, been counted and been deleted, so the result is unclear.
 */
export async function replayLostRecord(
  lost: LostRecordItem,
  { records, clock, unclear }: ReplayDeps,
): Promise<ReplayResult> {
  const at = requestIdTime(lost.sk);
  if (at === undefined) return 'unreadable';
  if (isTooOldToReplay(at, clock())) return 'expired';
  const { pk, sk, expiresAt } = lost;
  if (clock() >= expiresAt * 1_000 && unclear !== 'count') {
    if (await records.get({ pk, sk })) return 'already there';
    return unclear === 'skip' ? 'skipped' : 'unclear';
  }
  try {
    await records.put({ ...lost, expiresAt: replayedRowExpiry(at) }, 'attribute_not_exists(pk)');
    return 'replayed';
  } catch (error) {
    if (error instanceof ConditionFailedError) return 'already there';
    throw error;
  }
}
