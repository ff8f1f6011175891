import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  type EnvironmentOptions,
  ExecutionEnvironment,
} from '../../../packages/cdk-local/functions/execution-environment.ts';
import { failedOutcome, type InvocationOutcome } from '../../../packages/cdk-local/functions/invocation.ts';

const clockSkew = fileURLToPath(new URL('./clock-skew.ts', import.meta.url));

export type KillableFunctionOptions = Omit<EnvironmentOptions, 'variables'> & {
  /** Asked once, before the first environment starts. */
  readonly variables: () => Promise<EnvironmentOptions['variables']>;
  /** The most environments at once; further invocations wait. */
  readonly concurrency: number;
  /** How far the clock of a new environment is off, in ms. */
  readonly skewMs: () => number;
  /** The time from the start of an invocation to the kill of its environment, in ms; undefined for no kill. */
  readonly killAfterMs: () => number | undefined;
};

/** A function whose environments have clocks that differ, and are killed in the middle of their work. */
export class KillableFunction {
  /** Invocations that were killed. */
  kills = 0;
  readonly #options: KillableFunctionOptions;
  readonly #idle: ExecutionEnvironment[] = [];
  readonly #living = new Set<ExecutionEnvironment>();
  readonly #waiting: (() => void)[] = [];
  #variables: Promise<EnvironmentOptions['variables']> | undefined;
  #busy = 0;
  #stopped = false;

  constructor(options: KillableFunctionOptions) {
    this.#options = options;
  }

  /** Invokes the function in an environment that is idle, or a new one. */
  async invoke(event: string, requestId: string = randomUUID()): Promise<InvocationOutcome> {
    while (this.#busy >= this.#options.concurrency) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#stopped) return failedOutcome('Runtime.ExitError', 'Error: The function has been stopped');
    this.#busy += 1;
    try {
      return await this.#invoke(this.#idle.pop() ?? (await this.#start()), requestId, event);
    } finally {
      this.#busy -= 1;
      this.#waiting.shift()?.();
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#living].map((environment) => environment.stop()));
  }

  async #invoke(environment: ExecutionEnvironment, requestId: string, event: string): Promise<InvocationOutcome> {
    const killAfterMs = this.#options.killAfterMs();
    const kill = () => {
      this.kills += 1;
      void environment.stop();
    };
    await environment.ready();
    const timer = killAfterMs === undefined ? undefined : setTimeout(kill, killAfterMs);
    const outcome = await environment.invoke(requestId, event);
    clearTimeout(timer);
    if (!outcome.ok)
      this.#options.onLine(JSON.stringify({ level: 'error', event: 'invocation_failed', ...outcome.error }));
    if (environment.gone) this.#living.delete(environment);
    else this.#idle.push(environment);
    return outcome;
  }

  async #start(): Promise<ExecutionEnvironment> {
    const { skewMs, variables } = this.#options;
    this.#variables ??= variables();
    const skewed = { NODE_OPTIONS: `--import=${clockSkew}`, CLOCK_SKEW_MS: String(Math.round(skewMs())) };
    const environment = new ExecutionEnvironment({
      ...this.#options,
      variables: { ...(await this.#variables), ...skewed },
    });
    this.#living.add(environment);
    return environment;
  }
}
