import { dayMs, dayOf } from '../limits/windows.ts';
import type { Item, Table } from '../table/table.ts';
import { mergeFalling } from './merge-falling.ts';
import { recordPartition } from './record.ts';
import { firstIdAt, timeOf } from './request-id.ts';
import type { KeyRecords } from './shards.ts';

/** Rows of a key that came in at `from` (ms since the epoch) or later, and before the request of that id. */
export type RowRange = KeyRecords & {
  readonly from: number;
  readonly before: string;
  /** Rows fetched at once, of all shards together. */
  readonly pageSize: number;
};

/** The items of a range of Records, newest first, one UTC day after the other, its shards merged. */
export async function* newestFirst(records: Table, range: RowRange): AsyncGenerator<Item> {
  const { keyId, shards, from, before } = range;
  const lowest = firstIdAt(from);
  if (before <= lowest) return;
  for (let at = timeOf(before) ?? 0; dayOf(at) >= dayOf(from); at -= dayMs) {
    const ofShards = Array.from({ length: shards }, (_, shard) =>
      records.queryRange({
        pk: recordPartition(keyId, at, shard),
        from: lowest,
        to: before,
        descending: true,
        pageSize: shardPageSize(range),
      }),
    );
    for await (const item of mergeFalling(ofShards)) if (item.sk !== before) yield item;
  }
}

/** Of one shard half as much again as its share: it may by chance have more, and asking anew costs a round trip. */
const shardPageSize = ({ shards, pageSize }: RowRange): number =>
  shards === 1 ? pageSize : Math.ceil((1.5 * pageSize) / shards);
