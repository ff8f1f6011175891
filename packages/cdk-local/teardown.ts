type Stop = () => Promise<unknown> | unknown;

/** What has been started, to be stopped in reverse order: once, whatever of it fails. */
export class Teardown {
  readonly #stops: Stop[] = [];

  /** Remembers how to stop something. */
  add(stop: Stop): void {
    this.#stops.push(stop);
  }

  /** Remembers something that is being started: it is stopped when it has started, if it ever does. */
  started<T extends { readonly stop: Stop }>(starting: Promise<T>): Promise<T> {
    this.add(() =>
      starting.then(
        (thing) => thing.stop(),
        () => undefined,
      ),
    );
    return starting;
  }

  /** @throws {AggregateError} with everything that could not be stopped, when the rest has been. */
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
 * Waits for two things that are being started, like Promise.all, but throws only when both have settled: nothing goes on
 * starting behind the back of a teardown.
 */
export async function together<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}
