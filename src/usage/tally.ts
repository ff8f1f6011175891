import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Table } from '../table/table.ts';
import { concurrently } from './concurrently.ts';
import { type Addition, count, type Positioned } from './count.ts';
import { contributionsOf } from './counter.ts';
import type { LastUsed } from './last-used.ts';
import { metricLines } from './metrics.ts';
import { positionAttribute, toPosition } from './position.ts';
import { readStreamRecord, type Streamed, sequenceNumberOf } from './stream-record.ts';

/** What the tally works with. */
export type TallyParts = {
  readonly usage: Table;
  readonly lastUsed: LastUsed;
  readonly clock: Clock;
  readonly log: Log;
  /** Writes one line of CloudWatch's embedded metric format. */
  readonly emit: (line: string) => void;
};

/**
 * Adds a batch of stream records to the tallies, each exactly once over all deliveries.
 * @returns the sequence numbers of the records that could not be counted, for Lambda to deliver again
 */
export async function tally(events: readonly unknown[], parts: TallyParts): Promise<string[]> {
  const failed: string[] = [];
  const streamed: Streamed[] = [];
  for (const event of events) {
    try {
      streamed.push(readStreamRecord(event));
    } catch (error) {
      const sequenceNumber = sequenceNumberOf(event) ?? '';
      parts.log.error('record_unreadable', { sequenceNumber, detail: String(error) });
      failed.push(sequenceNumber);
    }
  }
  failed.push(...(await countAll(additionsOf(streamed), parts)));
  await parts.lastUsed.note(streamed.map(({ record }) => record));
  for (const line of metricLines(finished(streamed, failed), parts.clock())) parts.emit(line);
  return [...new Set(failed)];
}

/** The records that will not be delivered again: Lambda goes on from the lowest of those that failed. */
function finished(streamed: readonly Streamed[], failed: readonly string[]): readonly Streamed[] {
  const next = failed.map(toPosition).toSorted()[0];
  return next === undefined ? streamed : streamed.filter(({ position }) => position < next);
}

async function countAll(additions: readonly Addition[], { usage, log }: TallyParts): Promise<string[]> {
  const failed: string[] = [];
  await concurrently(additions, async (addition) => {
    try {
      await count(usage, addition);
    } catch (error) {
      log.error('count_failed', { pk: addition.pk, sk: addition.sk, detail: String(error) });
      failed.push(addition.contributions[0]?.sequenceNumber ?? '');
    }
  });
  return failed;
}

function additionsOf(streamed: readonly Streamed[]): Addition[] {
  const additions = new Map<string, Addition & { contributions: Positioned[] }>();
  for (const { record, partition, position, sequenceNumber } of streamed) {
    for (const contribution of contributionsOf(record)) {
      const name = `${contribution.pk} ${contribution.sk} ${positionAttribute(partition)}`;
      const addition = additions.get(name) ?? {
        pk: contribution.pk,
        sk: contribution.sk,
        positionAttribute: positionAttribute(partition),
        contributions: [],
      };
      addition.contributions.push({ ...contribution, position, sequenceNumber });
      additions.set(name, addition);
    }
  }
  return [...additions.values()];
}
