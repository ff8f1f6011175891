import { FakeParameterError, FakeStripeError } from './errors.ts';
import { expand } from './expand.ts';
import type { FakeEvent } from './fake-objects.ts';
import { FakeState, type FakeStripeOptions } from './fake-state.ts';
import { type FakeAnswer, IdempotentAnswers } from './idempotency.ts';
import { findOperation } from './operations.ts';
import { isTextList, type Params } from './parameters.ts';

export type FakeRequest = {
  method: string;
  /** With `/v1`, without a query. */
  path: string;
  /** Of the query or the body, with numbers and booleans in their types. */
  params?: Params;
  idempotencyKey?: string | undefined;
};

/**
 * A fake of the parts of Stripe that billing uses, without HTTP. It keeps its objects in memory and has no timers:
 * each request first works off what became due by the clock, such as renewals and retries.
 */
export class FakeStripe {
  readonly #state: FakeState;
  readonly #clock: () => number;
  readonly #answers = new IdempotentAnswers();
  /** Milliseconds that `advance` added to the clock. */
  #ahead = 0;

  constructor(options: FakeStripeOptions) {
    this.#clock = options.clock;
    this.#state = new FakeState(options);
  }

  /** Milliseconds since 1970 at this fake. */
  now(): number {
    return this.#clock() + this.#ahead;
  }

  /** Calls the listener with every event, in the order of happening. Returns a function that ends this. */
  onEvent(listener: (event: FakeEvent) => void): () => void {
    return this.#state.onEvent(listener);
  }

  /** Where the pages are that `url` and `hosted_invoice_url` name: set it once the server has an address. */
  servePagesAt(url: string): void {
    this.#state.pagesUrl = url;
  }

  /** Moves this fake's time forward and works off what became due. */
  advance(ms: number): void {
    this.#ahead += ms;
    this.tick();
  }

  /** Works off what became due by the clock. */
  tick(): void {
    this.#state.now = Math.max(this.#state.now, Math.floor(this.now() / 1000));
  }

  /** Answers one request. A refused request is an answer with Stripe's error object, not an exception. */
  call({ method, path, params = {}, idempotencyKey }: FakeRequest): FakeAnswer {
    this.tick();
    const run = () => this.#run(method, path, params);
    try {
      if (method !== 'POST' || !idempotencyKey) return run();
      this.#state.idempotencyKey = idempotencyKey;
      const request = `${method} ${path} ${JSON.stringify(params)}`;
      return this.#answers.answer(idempotencyKey, request, this.#state.now, run);
    } catch (error) {
      if (error instanceof FakeStripeError) return { status: error.status, body: { error: error.body } };
      throw error;
    } finally {
      this.#state.idempotencyKey = null;
    }
  }

  /** Errors after the start of the operation are answers, so that idempotency keys keep them. */
  #run(method: string, path: string, { expand: paths = [], ...params }: Params): FakeAnswer {
    if (!isTextList(paths)) throw new FakeParameterError('expand', 'Invalid expand: it must be a list of texts.');
    const { operation, id } = findOperation(method, path);
    try {
      return { status: 200, body: expand(this.#state, operation.run(this.#state, params, id), paths) };
    } catch (error) {
      if (error instanceof FakeParameterError || !(error instanceof FakeStripeError)) throw error;
      return { status: error.status, body: { error: error.body } };
    }
  }
}
