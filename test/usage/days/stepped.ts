import type { QueryableTable } from '../../../src/table/signed-table.ts';

/** A fault of one call: it fails, or its process is killed, before or after it takes effect. */
export type Fault = 'fails before' | 'fails after' | 'killed before' | 'killed after';

/** Faults by the number of the call, from 0. */
export type Faults = ReadonlyMap<number, Fault>;

/** Processes that take turns at a table: each call waits until it is chosen. */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  take(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /**
   * Runs the work to its end, one call after the other.
   * @param choose selects the next of that many waiting calls
   * @param afterEach inspects the table between two calls
   */
  async run(work: readonly Promise<unknown>[], choose: (options: number) => number, afterEach: () => void) {
    let done = false;
    const all = Promise.allSettled(work).then(() => {
      done = true;
    });
    for (;;) {
      // All consequences of the last call happen before this resolves, because the table is in memory.
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (done) break;
      const [next] = this.#waiting.splice(choose(this.#waiting.length), 1);
      next?.();
      await new Promise<void>((resolve) => setImmediate(resolve));
      afterEach();
    }
    await all;
  }
}

/** One process's connection to the table. After it was killed, none of its calls reach the table. */
export class Process {
  killed = false;
  calls = 0;
  readonly table: QueryableTable;

  constructor(table: QueryableTable, turns: Turns, faults: Faults) {
    const step = async <T>(call: () => Promise<T>): Promise<T> => {
      if (this.killed) throw new Error('killed');
      const fault = faults.get(this.calls);
      this.calls += 1;
      await turns.take();
      if (this.killed) throw new Error('killed');
      this.killed ||= fault?.startsWith('killed') ?? false;
      if (fault?.endsWith('before')) throw new Error('not reached');
      const result = await call();
      if (fault !== undefined) throw new Error('answer lost');
      return result;
    };
    this.table = {
      get: (key) => step(() => table.get(key)),
      put: table.put,
      update: (request) => step(() => table.update(request)),
      // Listing the due days changes nothing, so only the calls for each key are steps.
      pages: async function* (range) {
        if (range.index === undefined) await step(async () => undefined);
        yield* table.pages(range);
      },
      getAll: table.getAll,
    };
  }
}
