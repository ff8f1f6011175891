import type fc from 'fast-check';
import type { Directory } from '../../../src/table/directory-table.ts';

/** The directory; its calls are made one at a time, in the scheduler's order. */
export function inTurns(directory: Directory, scheduler: fc.Scheduler): Directory {
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      scheduler.scheduleSequence([() => work().then(resolve, reject)]);
    });
  return {
    ...directory,
    get: (key) => inTurn(() => directory.get(key)),
    transact: (writes) => inTurn(() => directory.transact(writes)),
    query: async function* (pk, prefix) {
      yield* await inTurn(() => Array.fromAsync(directory.query(pk, prefix)));
    },
  };
}
