/** Runs the pools' operations one at a time, because each reads and writes whole users. */
export type OperationTurns = {
  readonly run: <T>(operation: () => Promise<T>) => Promise<T>;
  /**
   * Lets other operations run while the current one waits: a pool's function may call the pool. What was read before
   * may have changed afterwards.
   */
  readonly pause: <T>(wait: () => Promise<T>) => Promise<T>;
};

export function createOperationTurns(): OperationTurns {
  let last: Promise<void> = Promise.resolve();
  let end = () => {};

  const begin = async (): Promise<void> => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    end = resolve;
  };
  return {
    run: async (operation) => {
      await begin();
      try {
        return await operation();
      } finally {
        end();
      }
    },
    pause: async (wait) => {
      end();
      try {
        return await wait();
      } finally {
        await begin();
      }
    },
  };
}
