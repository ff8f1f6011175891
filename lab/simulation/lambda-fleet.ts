/** Which free environment gets a request: the one that was used last, or any. AWS documents neither. */
export type EnvironmentChoice = 'last used' | 'random';

type LambdaFleetOptions<T> = {
  readonly choice: EnvironmentChoice;
  /** The most environments. */
  readonly most: number;
  readonly random: () => number;
  /** Starts an environment. It resolves at the end of INIT. */
  readonly start: () => Promise<T>;
};

/** The environments of a Lambda function. Each serves one request at a time; if none is free, another one starts. */
export class LambdaFleet<T> {
  readonly #options: LambdaFleetOptions<T>;
  /** Ordered by the time of their last use. */
  readonly #free: T[] = [];
  /** The environments that have started. */
  count = 0;
  #busy = 0;
  /** The most environments that were busy at once, including those that were starting for a request. */
  mostBusy = 0;

  constructor(options: LambdaFleetOptions<T>) {
    this.#options = options;
  }

  /** Starts environments before the first request. */
  async warmUp(count: number): Promise<void> {
    this.count += count;
    this.#free.push(...(await Promise.all(Array.from({ length: count }, () => this.#options.start()))));
  }

  /** Serves a request in an environment. False if all are busy and no more may start. */
  async use(serve: (environment: T) => Promise<void>): Promise<boolean> {
    const free = this.#takeFree();
    if (!free && this.count >= this.#options.most) return false;
    if (!free) this.count += 1;
    this.#busy += 1;
    this.mostBusy = Math.max(this.mostBusy, this.#busy);
    const environment = free ?? (await this.#options.start());
    await serve(environment);
    this.#busy -= 1;
    this.#free.push(environment);
    return true;
  }

  #takeFree(): T | undefined {
    const { choice, random } = this.#options;
    const last = this.#free.pop();
    if (choice === 'last used' || last === undefined) return last;
    const index = Math.floor(random() * (this.#free.length + 1));
    const chosen = this.#free[index];
    if (chosen === undefined) return last;
    this.#free[index] = last;
    return chosen;
  }
}
