import { marshall } from '@aws-sdk/util-dynamodb';
import type { Batching } from '../../../src/cost/deployment.ts';
import { createLog } from '../../../src/log.ts';
import type { Item } from '../../../src/table/item-table.ts';
import { createSignedTable } from '../../../src/table/signed-table.ts';
import { createMarkDays } from '../../../src/usage/day-items.ts';
import { createLastUsed } from '../../../src/usage/last-used.ts';
import { tally } from '../../../src/usage/tally.ts';
import { networkChains } from '../../../test/support/settings.ts';
import { signedClient } from '../local-dynamodb.ts';

/** Counts records into a table of tallies. */
export type CountRecords = (inserted: readonly Inserted[]) => Promise<void>;

/** A tally process as the stream calls it, on the Usage table of that name; records come in the order of the stream. */
export function startTally(url: string, tableName: string, batching: Batching): CountRecords {
  const log = createLog('error');
  const usage = createSignedTable(signedClient(url), tableName);
  const divert = () => Promise.reject(new Error('Nothing was to be diverted.'));
  // The days of the traffic are not over: each is marked once.
  const markDays = createMarkDays(usage, () => 0, log);
  const lastUsed = createLastUsed(usage, log);
  const parts = { usage, chains: networkChains, lastUsed, markDays, divert, clock: Date.now, log, emit: () => {} };
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

/** An item that was put into Records, and when, in ms. */
export type Inserted = { readonly item: Item; readonly at: number };

/**
 * Cuts what one shard carries into batches as an event source mapping does: a batch begins with a record that waits and
 * ends when the window is over or it is full (Lambda developer guide, "Polling and batching streams").
 */
export function cutBatches(inserted: readonly Inserted[], { size, windowMs }: Batching): Inserted[][] {
  const batches: Inserted[][] = [];
  for (const one of inserted) {
    const open = batches.at(-1);
    const first = open?.[0];
    if (open && first && open.length < size && one.at < first.at + windowMs) open.push(one);
    else batches.push([one]);
  }
  return batches;
}

/** An insert as the tally gets it from the stream; the number is its position there. */
export const streamRecord = (item: Item, sequenceNumber: number) => ({
  eventName: 'INSERT',
  dynamodb: {
    ApproximateCreationDateTime: Math.floor(Date.now() / 1_000),
    NewImage: marshall(item, { removeUndefinedValues: true }),
    SequenceNumber: String(sequenceNumber),
  },
});
