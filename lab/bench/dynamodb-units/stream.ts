import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '../../../src/table/item-table.ts';
import type { Batching } from '../deployed.ts';

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

/** An insert as the tally gets it from the stream, just now; the number gives its place there. */
export const streamRecord = (item: Item, sequenceNumber: number) => ({
  eventName: 'INSERT',
  dynamodb: {
    ApproximateCreationDateTime: Math.floor(Date.now() / 1_000),
    NewImage: marshall(item, { removeUndefinedValues: true }),
    SequenceNumber: String(sequenceNumber),
  },
});
