// 16 at a time: enough to hide the round trips to a table, few enough for the SDK's connection pool (50 by default).
/** Rejects as soon as one item fails, and then starts no further item. */
export async function concurrently<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = shared(items);
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

/** Unlike an array's iterator, a generator ends for all of its consumers as soon as one of them leaves its loop. */
function* shared<T>(items: Iterable<T>): Generator<T> {
  yield* items;
}
