type Stop = () => Promise<unknown> | unknown;

/** Stops everything that was started, once, in reverse order, even if some of it fails to stop. */
export class Teardown {
  readonly #stops: Stop[] = [];

  /** Remembers how to stop something. */
  add(stop: Stop): void {
    this.#stops.push(stop);
  }

  /** Remembers something that is starting: it is stopped once it has started, if it does. */
  started<T extends { readonly stop: Stop }>(starting: Promise<T>): Promise<T> {
    this.add(() =>
      starting.then(
        (thing) => thing.stop(),
        () => undefined,
      ),
    );
    return starting;
  }

  /** @throws {AggregateError} with every failure, after the rest has stopped. */
  async run(): Promise<void> {
    const errors: unknown[] = [];
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      try {
        await stop();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Not everything could be stopped');
  }
}

/**
 * Like Promise.all for two things that start, but throws only after both have settled, so that nothing still starts
 * while the teardown runs.
 */
export async function together<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}
