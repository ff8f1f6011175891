import { createLog } from '../../../src/log.ts';
import { createSignedTable } from '../../../src/table/signed-table.ts';
import { createMarkDays } from '../../../src/usage/day-items.ts';
import { createLastUsed } from '../../../src/usage/last-used.ts';
import { tally } from '../../../src/usage/tally.ts';
import type { Batching } from '../deployed.ts';
import { signedClient } from '../local-dynamodb.ts';
import { cutBatches, type Inserted, streamRecord } from './stream.ts';

/** Counts records into a table of tallies. */
export type CountRecords = (inserted: readonly Inserted[]) => Promise<void>;

/** A tally process as the stream calls it, on the Usage table of that name; records come in the order of the stream. */
export function startTally(url: string, tableName: string, batching: Batching): CountRecords {
  const log = createLog('error');
  const usage = createSignedTable(signedClient(url), tableName);
  const divert = () => Promise.reject(new Error('Nothing was to be diverted.'));
  // The days of the traffic are not over: each is marked once.
  const markDays = createMarkDays(usage, () => 0, log);
  const parts = { usage, lastUsed: createLastUsed(usage, log), markDays, divert, clock: Date.now, log, emit: () => {} };
  let sequenceNumber = 0;
  return async (inserted) => {
    for (const batch of cutBatches(inserted, batching)) {
      const events = batch.map(({ item }) => {
        sequenceNumber += 1;
        return streamRecord(item, sequenceNumber);
      });
      const failed = await tally(events, parts);
      if (failed.length > 0) throw new Error(`${failed.length} records were not counted.`);
    }
  };
}
