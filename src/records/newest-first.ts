import { dayMs, dayOf } from '../limits/windows.ts';
import type { Item, Table } from '../table/table.ts';
import { recordPartition } from './record.ts';
import { firstIdAt, timeOf } from './request-id.ts';

/** Rows of a key that came in at `from` (ms since the epoch) or later, and before the request of that id. */
export type RowRange = {
  readonly keyId: string;
  readonly from: number;
  readonly before: string;
  /** Rows fetched at once. */
  readonly pageSize: number;
};

/** The items of a range of Records, newest first, one UTC day after the other. */
export async function* newestFirst(records: Table, range: RowRange): AsyncGenerator<Item> {
  const { keyId, from, before, pageSize } = range;
  const lowest = firstIdAt(from);
  if (before <= lowest) return;
  for (let at = timeOf(before) ?? 0; dayOf(at) >= dayOf(from); at -= dayMs) {
    const pk = recordPartition(keyId, at);
    const rows = records.queryRange({ pk, from: lowest, to: before, descending: true, pageSize });
    for await (const item of rows) if (item.sk !== before) yield item;
  }
}
