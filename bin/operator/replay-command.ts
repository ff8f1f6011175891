import { open as openFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { type ReplayDeps, replayFailure } from '../../src/replay/replay-failure.ts';
import { readLostRecord, replayLostRecord } from '../../src/replay/replay-lost-record.ts';
import { type ReplayResult, readReplayRow, unresolvedResults } from '../../src/replay/replay-row.ts';
import { readFailureObject, type StoredFailure } from '../../src/replay/stored-failure.ts';
import { CommandError, exitCodes, UsageError } from '../command-errors.ts';
import type { CommandInput, Commands } from './command.ts';
import type { OperatorGateway } from './operator-gateway.ts';
import { asText } from './print-rows.ts';

/** The result of one record; `from` is the object or log line that it came from. */
type ReplayedRecord = { readonly result: ReplayResult; readonly record: string; readonly from: string };

const unclearSchema = v.optional(v.picklist(['count', 'skip']));

/**
 * Puts records into the stream again: those of one object of the failure bucket, of all objects, or of a log. Prints a row
 * per record, then a total per result. The command fails if records are left for the operator.
 */
export const replayCommands: Commands = {
  replay: {
    args: [],
    options: ['object', 'log', 'unclear'],
    needsPlans: false,
    summary: 'put records that were not counted into the stream again',
    run: async (_, { options: { object, log, unclear }, openGateway, input, warn }) => {
      const chosen = v.safeParse(unclearSchema, unclear);
      if (!chosen.success) throw new UsageError(`--unclear must be count or skip, not ${unclear}.`);
      if (object !== undefined && log !== undefined) throw new UsageError('Use either --object or --log, not both.');
      const gateway = await openGateway();
      const deps = { ...gateway, unclear: chosen.output };
      const rows: ReplayedRecord[] = [];
      const ignored = { lines: 0 };
      for await (const row of log === undefined
        ? fromBucket(gateway, deps, object)
        : fromLog(log, input, deps, ignored))
        rows.push(row);
      if (ignored.lines > 0) warn(`${ignored.lines} lines of ${log} are of other events, and were left out.\n`);
      const results = Map.groupBy(rows, ({ result }) => result);
      const totals = [...results].map(([result, { length }]) => ({ result, record: `${length} in all`, from: null }));
      const isUnresolved = [...results.keys()].some((result) => unresolvedResults.has(result));
      const documents = [...rows, ...totals];
      return { documents, text: asText(documents), exitCode: isUnresolved ? exitCodes.failed : exitCodes.done };
    },
  },
};

async function* fromBucket(
  { failures }: OperatorGateway,
  deps: ReplayDeps,
  object?: string,
): AsyncGenerator<ReplayedRecord> {
  if (!failures) throw new CommandError('The stack has no output FailureBucket. Deploy it again.');
  for await (const name of object === undefined ? failures.names() : [object]) {
    for (const failure of readFailures(await failures.read(name))) {
      if (failure === undefined) yield { result: 'unreadable', record: 'none', from: name };
      else yield { result: await replayFailure(failure, deps), record: recordOf(failure.event), from: name };
    }
  }
}

/** One undefined entry for an object in an unknown format. */
function readFailures(content: string): readonly (StoredFailure | undefined)[] {
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

async function* fromLog(
  file: string,
  input: CommandInput,
  deps: ReplayDeps,
  ignored: { lines: number },
): AsyncGenerator<ReplayedRecord> {
  const lines = file === '-' ? createInterface({ input }) : (await openFile(file)).readLines();
  let number = 0;
  for await (const line of lines) {
    number += 1;
    const lost = readLostRecord(line);
    if (lost === undefined) {
      if (line.trim() !== '') ignored.lines += 1;
      continue;
    }
    const from = `${file}:${number}`;
    if (lost === 'unreadable') yield { result: lost, record: 'none', from };
    else yield { result: await replayLostRecord(lost, deps), record: `${lost.pk}/${lost.sk}`, from };
  }
}
