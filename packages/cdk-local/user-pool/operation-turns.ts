/** Runs the pools' operations one at a time, because each reads and writes whole users. */
export class OperationTurns {
  /** Resolves when the newest operation has had its turn. */
  #last: Promise<void> = Promise.resolve();
  /** Ends the turn of the operation that runs. */
  #end = (): void => {};

  async run<T>(operation: () => Promise<T>): Promise<T> {
    await this.#begin();
    try {
      return await operation();
    } finally {
      this.#end();
    }
  }

  /**
   * Lets other operations run while the current one waits: a pool's function may call the pool. What was read before
   * may have changed afterwards.
   */
  async pause<T>(wait: () => Promise<T>): Promise<T> {
    this.#end();
    try {
      return await wait();
    } finally {
      await this.#begin();
    }
  }

  async #begin(): Promise<void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    this.#end = resolve;
  }
}
