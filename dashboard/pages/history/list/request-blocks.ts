import type { RecordedRequest } from '../../../api/api.ts';

/** About a screen of a phone. */
const blockRows = 10;

type Rows = readonly RecordedRequest[];

/** The last block that began with a request. */
const blocks = new WeakMap<RecordedRequest, Rows>();

/** The rows in blocks. A block with the same rows as before is the same array, so that it is not rendered again. */
export const blocksOf = (requests: Rows): readonly { readonly first: number; readonly rows: Rows }[] =>
  Array.from({ length: Math.ceil(requests.length / blockRows) }, (_, block) => {
    const first = block * blockRows;
    return { first, rows: knownBlock(requests.slice(first, first + blockRows)) };
  });

function knownBlock(rows: Rows): Rows {
  const [first] = rows;
  if (!first) return rows;
  const known = blocks.get(first);
  if (known?.length === rows.length && rows.every((row, index) => row === known[index])) return known;
  blocks.set(first, rows);
  return rows;
}
