import type { RecordedRequest } from '../../../api/api.ts';

type Rows = readonly RecordedRequest[];

/** Cuts rows into blocks. A block with the same rows as before is the same array, so that it is not rendered again. */
function blocksOf(size: number): (requests: Rows) => readonly Rows[] {
  /** The last block that began with a request. */
  const blocks = new WeakMap<RecordedRequest, Rows>();
  const known = (rows: Rows): Rows => {
    const [first] = rows;
    if (!first) return rows;
    const last = blocks.get(first);
    if (last?.length === rows.length && rows.every((row, index) => row === last[index])) return last;
    blocks.set(first, rows);
    return rows;
  };
  return (requests) =>
    Array.from({ length: Math.ceil(requests.length / size) }, (_, block) =>
      known(requests.slice(block * size, (block + 1) * size)),
    );
}

/** Blocks of about a screen of a phone. */
export const smallBlocks = blocksOf(10);

/** Blocks of small ones: with thousands of rows, even what the browser does for each small block takes too long. */
export const largeBlocks = blocksOf(200);
