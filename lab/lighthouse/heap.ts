import type { CDPSession } from 'playwright-core';
import * as v from 'valibot';

/** The bytes of a page's heap. */
export type Heap = {
  /** What the browser compiled of the scripts: it grows for as long as functions are called more often. */
  readonly code: number;
  /** Nodes, styles, sources of scripts and entries of the browser's own lists. */
  readonly native: number;
  /** Objects, strings and functions of the page: here its own leaks would show. */
  readonly data: number;
};

const snapshotSchema = v.object({
  snapshot: v.object({
    meta: v.object({
      node_fields: v.array(v.string()),
      node_types: v.looseTuple([v.array(v.string())]),
    }),
  }),
  nodes: v.array(v.number()),
});

/** The text of a snapshot, which comes in pieces. */
async function takeSnapshot(client: CDPSession): Promise<string> {
  const pieces: string[] = [];
  const onPiece = ({ chunk }: { chunk: string }) => pieces.push(chunk);
  client.on('HeapProfiler.addHeapSnapshotChunk', onPiece);
  await client.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  client.off('HeapProfiler.addHeapSnapshotChunk', onPiece);
  return pieces.join('');
}

/** Reads the heap after collections. What finalizers release is gone with the next collection. */
export async function readHeap(client: CDPSession): Promise<Heap> {
  for (let round = 0; round < 3; round += 1) await client.send('HeapProfiler.collectGarbage');
  const { snapshot, nodes } = v.parse(snapshotSchema, JSON.parse(await takeSnapshot(client)));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const type = fields.indexOf('type');
  const size = fields.indexOf('self_size');
  const heap = { code: 0, native: 0, data: 0 };
  for (let start = 0; start < nodes.length; start += fields.length) {
    const kind = types[0][nodes[start + type] ?? 0];
    heap[kind === 'code' || kind === 'native' ? kind : 'data'] += nodes[start + size] ?? 0;
  }
  return heap;
}
