import * as v from 'valibot';
import { timeOf } from '../records/request-id.ts';
import { ConditionFailedError } from '../table/condition-failed-error.ts';
import { isTooOld, keptUntil } from './lifetime.ts';
import type { ReplayParts } from './replay-failure.ts';
import type { Result } from './result.ts';

const item = v.looseObject({ pk: v.string(), sk: v.string(), expiresAt: v.number() });
const events = ['record_lost', 'refusal_record_lost'] as const;
const line = v.pipe(v.string(), v.parseJson(), v.object({ event: v.picklist(events), item }));

/** The item of a record whose write failed. */
export type LostItem = v.InferOutput<typeof item>;

/**
 * Finds the item in a line of the log, whatever a tool has put before it; undefined for other events, and `unreadable`
 * where there is none in it.
 */
export function readLostLine(text: string): LostItem | 'unreadable' | undefined {
  if (!events.some((event) => text.includes(`"${event}"`))) return undefined;
  const parsed = v.safeParse(line, text.slice(text.indexOf('{')));
  return parsed.success ? parsed.output.item : 'unreadable';
}

/**
 * Writes a record whose write failed, unless it is there: then only the answer to its write was lost. When its history
 * has ended, it may have been there and gone, and been counted, so that nobody can tell.
 */
export async function replayLost(lost: LostItem, { records, clock, unclear }: ReplayParts): Promise<Result> {
  const at = timeOf(lost.sk);
  if (at === undefined) return 'unreadable';
  if (isTooOld(at, clock())) return 'expired';
  const { pk, sk, expiresAt } = lost;
  if (clock() >= expiresAt * 1_000 && unclear !== 'count') {
    if (await records.get({ pk, sk })) return 'already there';
    return unclear === 'skip' ? 'skipped' : 'unclear';
  }
  try {
    await records.put({ ...lost, expiresAt: keptUntil(at) }, 'attribute_not_exists(pk)');
    return 'replayed';
  } catch (error) {
    if (error instanceof ConditionFailedError) return 'already there';
    throw error;
  }
}
