import type { Worker } from 'node:worker_threads';

/** The heap of a thread. */
export type Heap = { readonly name: string; readonly megabytes: number };

/** Every worker thread of this process that was started after it was made. */
export class Threads {
  readonly #living: Worker[] = [];
  readonly #add = (worker: Worker) => {
    this.#living.push(worker);
    worker.once('exit', () => this.#living.splice(this.#living.indexOf(worker), 1));
  };

  constructor() {
    process.on('worker', this.#add);
  }

  /** What is in use of the heap of the thread of each name that has lived longest, after a collection. */
  async heaps(): Promise<Heap[]> {
    const oldest = [...Map.groupBy(this.#living, ({ threadName }) => threadName ?? '')];
    const heaps: Heap[] = [];
    for (const [name, [worker]] of oldest.toSorted(([one], [other]) => one.localeCompare(other))) {
      if (worker) heaps.push({ name, megabytes: await heapOf(worker) });
    }
    return heaps;
  }

  stop(): void {
    process.off('worker', this.#add);
  }
}

async function heapOf(worker: Worker): Promise<number> {
  // A snapshot is taken of what a collection has left.
  for await (const _ of await worker.getHeapSnapshot());
  return (await worker.getHeapStatistics()).used_heap_size / 1_048_576;
}
