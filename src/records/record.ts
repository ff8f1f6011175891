import type * as v from 'valibot';
import { dayOf } from '../limits/windows.ts';
import type { Outcome } from './outcome.ts';
import type { callCount, recordSchema } from './record-schema.ts';

/** How many calls of a request had the same method, outcome and error code; no method where none could be read. */
export type CallCount = v.InferOutput<typeof callCount>;

/** What is kept of one HTTP request: the row of the history, and what the tallies are built from. */
export type RequestRecord = v.InferOutput<typeof recordSchema>;

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
