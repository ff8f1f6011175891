import type { Directory, DirectoryWrite } from '../../../src/table/directory-table.ts';
import type { Item } from '../../../src/table/item-table.ts';
import type { Processes } from './processes.ts';

const noAnswer = () => new Error('DynamoDB does not answer.');

async function all(items: AsyncIterable<Item>): Promise<Item[]> {
  const read: Item[] = [];
  for await (const item of items) read.push(item);
  return read;
}

/** A Directory; each request is a call of the process that makes it. @param onWrites called after each transaction */
export const directoryOverProcesses = (
  directory: Directory,
  processes: Processes,
  onWrites: (writes: readonly DirectoryWrite[]) => void,
): Directory => ({
  get: (...args) => processes.call(() => directory.get(...args), noAnswer),
  put: (...args) => processes.call(() => directory.put(...args), noAnswer),
  delete: (...args) => processes.call(() => directory.delete(...args), noAnswer),
  update: (...args) => processes.call(() => directory.update(...args), noAnswer),
  transact: (writes) =>
    processes.call(async () => {
      await directory.transact(writes);
      onWrites(writes);
    }, noAnswer),
  async *query(...args) {
    yield* await processes.call(() => all(directory.query(...args)), noAnswer);
  },
  async *queryRange(...args) {
    yield* await processes.call(() => all(directory.queryRange(...args)), noAnswer);
  },
});
