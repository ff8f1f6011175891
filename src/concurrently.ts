/**
 * Does a piece of work for each item, 16 at the same time: enough to hide the round trips to a table, few enough for the
 * connection pool (50, by default of the AWS SDK). Rejects as soon as one piece fails, and then begins no other.
 */
export async function concurrently<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = inTurn(items);
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

/** Unlike an array's own iterator, a generator ends for all who take from it when one of them leaves its loop. */
function* inTurn<T>(items: Iterable<T>): Generator<T> {
  yield* items;
}
