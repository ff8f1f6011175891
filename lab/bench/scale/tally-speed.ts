import { dynamoDbMs } from '../../../src/cost/assumptions.ts';
import { slowed } from '../../../src/cost/billed-durations.ts';
import { figureOf } from '../figure-of.ts';
import type { Results } from '../results.ts';

/** What the tally does on a whole processor: ms for a record, and ms for a write to Usage. */
export type Speed = { readonly recordMs: number; readonly writeMs: number };

/** Writes that the tally makes at the same time; see src/runtime/concurrently.ts. */
const writesAtOnce = 16;

/** Writes for each record of the tally benchmark: batches of 1,000, 20 keys, minute and hour. */
const measuredWrites = (2 * 20) / 1_000;

/**
 * A warm call of our client, in ms of processor time, medians: over plain HTTP and over HTTPS (22 November 2026, commit
 * 45a7c9a1, decision 11).
 */
const callMs = { http: 0.067, https: 0.113 };

/**
 * From the tally's measured records a second, of which the writes are taken to cost what a call by the same client does:
 * over plain HTTP there, and over HTTPS as deployed.
 * @throws {FigureMissingError}
 */
export function speedOf(results: Results): Speed {
  const perRecordMs = 1_000 / figureOf(results, 'tally', 'records a second of processor time, Usage on DynamoDB Local');
  return { recordMs: perRecordMs - measuredWrites * callMs.http, writeMs: callMs.https };
}

/** How long a function with that memory, in MB, takes for a batch, in ms: its work, and waiting for DynamoDB. */
export const batchMs = ({ recordMs, writeMs }: Speed, memory: number, records: number, writes: number): number =>
  slowed(records * recordMs + writes * writeMs, memory) + Math.ceil(writes / writesAtOnce) * dynamoDbMs;
