import { open as openFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { readFailureObject, type StoredFailure } from '../../src/failures/failure-bucket.ts';
import { type ReplayDeps, replayFailure } from '../../src/replay/replay-failure.ts';
import { readLostRecord, replayLostRecord } from '../../src/replay/replay-lost-record.ts';
import { type ReplayResult, readReplayRow, unresolvedResults } from '../../src/replay/replay-row.ts';
import { systemClock } from '../../src/time.ts';
import { CommandError } from '../command-errors.ts';
import type { OperatorTables } from './operator-tables.ts';
import type { OutputRow } from './print-rows.ts';

/** What became of a record: its row's key, and where it was found. */
type ReplayedRecord = { readonly result: ReplayResult; readonly record: string; readonly from: string };

const unclearSchema = v.optional(v.picklist(['count', 'skip']));

/**
 * Puts records back into the stream: those of one object of the failure bucket, of all of them, or of a log. A row for
 * each, and at the end one for each result with how often it was had. Ends with 1 where something is left to do.
 */
export async function* replay(
  tables: OperatorTables,
  object?: string,
  log?: string,
  unclear?: string,
): AsyncGenerator<OutputRow> {
  const chosen = v.safeParse(unclearSchema, unclear);
  if (!chosen.success) throw new CommandError(`--unclear is count or skip; got ${unclear}.`);
  if (object !== undefined && log !== undefined) throw new CommandError('Either --object or --log.');
  const parts = { ...tables, clock: systemClock, unclear: chosen.output };
  const results = new Map<ReplayResult, number>();
  for await (const replayed of log === undefined ? fromBucket(tables, parts, object) : fromLog(log, parts)) {
    results.set(replayed.result, (results.get(replayed.result) ?? 0) + 1);
    yield replayed;
  }
  for (const [result, count] of results) yield { result, record: `${count} in all`, from: null };
  if ([...results.keys()].some((result) => unresolvedResults.has(result))) process.exitCode = 1;
}

async function* fromBucket(
  { failures }: OperatorTables,
  parts: ReplayDeps,
  object?: string,
): AsyncGenerator<ReplayedRecord> {
  for await (const name of object === undefined ? failures.names() : [object]) {
    for (const kept of readKept(await failures.read(name))) {
      if (kept === undefined) yield { result: 'unreadable', record: 'none', from: name };
      else yield { result: await replayFailure(kept, parts), record: recordOf(kept.event), from: name };
    }
  }
}

/** Undefined stands for an object of neither form. */
function readKept(content: string): readonly (StoredFailure | undefined)[] {
  try {
    return readFailureObject(content);
  } catch (error) {
    if (error instanceof v.ValiError) return [undefined];
    throw error;
  }
}

function recordOf(event: unknown): string {
  const row = readReplayRow(event);
  return row ? `${row.pk}/${row.sk}` : 'none';
}

async function* fromLog(file: string, parts: ReplayDeps): AsyncGenerator<ReplayedRecord> {
  const lines = file === '-' ? createInterface({ input: process.stdin }) : (await openFile(file)).readLines();
  let number = 0;
  for await (const line of lines) {
    number += 1;
    const lost = readLostRecord(line);
    if (lost === undefined) continue;
    const from = `${file}:${number}`;
    if (lost === 'unreadable') yield { result: lost, record: 'none', from };
    else yield { result: await replayLostRecord(lost, parts), record: `${lost.pk}/${lost.sk}`, from };
  }
}
