import * as v from 'valibot';
import { requestIdTime } from '../records/request-id.ts';
import { ConditionFailedError } from '../table/item-table.ts';
import type { ReplayDeps } from './replay-failure.ts';
import { isTooOldToReplay, type ReplayResult, replayedRowExpiry } from './replay-row.ts';

const item = v.looseObject({ pk: v.string(), sk: v.string(), expiresAt: v.number() });
const lossEvents = ['record_lost', 'refusal_record_lost'] as const;
const lossLineSchema = v.pipe(v.string(), v.parseJson(), v.object({ event: v.picklist(lossEvents), item }));

/** The item of a record whose write failed. */
export type LostRecordItem = v.InferOutput<typeof item>;

/**
 * Finds the item in a line of the log, whatever a tool has put before it; undefined for other events, and `unreadable`
 * where there is none in it.
 */
export function readLostRecord(text: string): LostRecordItem | 'unreadable' | undefined {
  if (!lossEvents.some((event) => text.includes(`"${event}"`))) return undefined;
  const parsed = v.safeParse(lossLineSchema, text.slice(text.indexOf('{')));
  return parsed.success ? parsed.output.item : 'unreadable';
}

/**
 * Writes a record whose write failed, unless it is there: then only the answer to its write was lost. When its history
 * has ended, it may have been there and gone, and been counted, so that nobody can tell.
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
