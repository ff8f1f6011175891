import { randomUUID } from 'node:crypto';
import { type EnvironmentOptions, ExecutionEnvironment } from './execution-environment.ts';
import { EventTooLargeError, failedOutcome, type InvocationOutcome, maximumEventBytes } from './invocation.ts';

/** Options of the environments; `concurrency` is their maximum number. */
export type LambdaFunctionOptions = EnvironmentOptions & { readonly concurrency: number };

/** The execution environments of one function: created on demand, reused, replaced when they end. */
export class LambdaFunction {
  readonly #options: LambdaFunctionOptions;
  readonly #environments = new Set<ExecutionEnvironment>();
  readonly #idle: ExecutionEnvironment[] = [];
  readonly #waiting: ((environment: ExecutionEnvironment) => void)[] = [];
  #stopped = false;

  constructor(options: LambdaFunctionOptions) {
    this.#options = options;
  }

  /**
   * Invokes the function with an event in JSON and waits for its answer. If all environments are busy, it waits for a
   * free one, in order of arrival.
   * @throws {EventTooLargeError} over 6 MB. Errors of the function are an {@link InvocationOutcome}.
   */
  async invoke(event: string, requestId: string = randomUUID()): Promise<InvocationOutcome> {
    const bytes = Buffer.byteLength(event);
    if (bytes > maximumEventBytes) throw new EventTooLargeError(bytes);
    if (this.#stopped) return failedOutcome('Runtime.ExitError', 'Error: The function has been stopped');
    const environment = await this.#take();
    const outcome = await environment.invoke(requestId, event);
    if (!outcome.ok) this.#options.onLine(errorLine(requestId, outcome));
    this.#release(environment);
    return outcome;
  }

  /** Ends every environment; running and waiting invocations end with an error. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#environments].map((environment) => environment.stop()));
  }

  #take(): Promise<ExecutionEnvironment> | ExecutionEnvironment {
    // The one that was used last, as its caches are the warmest.
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (!idle.gone) return idle;
      this.#environments.delete(idle);
    }
    if (this.#environments.size < this.#options.concurrency) return this.#start();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #start(): ExecutionEnvironment {
    const environment = new ExecutionEnvironment(this.#options);
    this.#environments.add(environment);
    return environment;
  }

  #release(environment: ExecutionEnvironment): void {
    if (environment.gone) this.#environments.delete(environment);
    const next = this.#waiting.shift();
    if (next) {
      next(environment.gone && !this.#stopped ? this.#start() : environment);
    } else if (!environment.gone) {
      this.#idle.push(environment);
    }
  }
}

// Lambda logs it in this form when the log format is JSON (AWS Lambda Developer Guide, "Log levels").
const errorLine = (requestId: string, outcome: InvocationOutcome & { ok: false }): string =>
  JSON.stringify({ level: 'error', event: 'invocation_failed', requestId, ...outcome.error });
