import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../../lab/bench/statistics.ts';
import type { MakeFunction } from '../../../packages/cdk-local/functions/functions.ts';
import type { LambdaFunctionOptions } from '../../../packages/cdk-local/functions/lambda-function.ts';
import { systemClock } from '../../../src/time.ts';
import { dynamoDbDialect } from './dialect.ts';
import { everyKind } from './fault-kinds.ts';
import { FaultPlan } from './fault-plan.ts';
import { FaultProxy, type OnExchange } from './fault-proxy.ts';
import { KillableFunction } from './killable-function.ts';
import { StreamFaults } from './stream-faults.ts';
import { calm, type Weather } from './weather.ts';

/** How many times the limits of production a call may take: they are for a machine that has processors to spare. */
const patience = 2;

/** An answer of DynamoDB is waited for so long by the request path (`awsCallLimits`); a stall is longer. */
const stallMs = 1_300 * patience;

/** The farthest that the clock of an environment is off, in ms. */
const maxSkewMs = 500;

/** The approximate duration of a request in a function, in ms; a kill within it interrupts the request. */
const killWithinMs = 30;

/** Environments of one function at once: few, for each takes its time to start. */
const concurrency = 4;

/** A stream's event, and nothing else that the runtime invokes functions with. */
const isBatch = (event: string): boolean => event.startsWith('{"Records":');

/** A version of a function: its code and variables. */
export type FunctionVersion = {
  readonly options: LambdaFunctionOptions;
  /** Called with its calls to DynamoDB. */
  readonly onExchange?: OnExchange;
};

/** The versions of a function of the template, and which of them serves an event: its index. */
export type SplitFunction = (options: LambdaFunctionOptions) => {
  readonly versions: readonly FunctionVersion[];
  readonly choose: (event: string) => number;
};

const oneVersion: SplitFunction = (options) => ({ versions: [{ options }], choose: () => 0 });

/**
 * The functions of the local runtime in bad weather: what they call fails, they are killed, and their clocks differ.
 */
export class FaultyFunctions {
  readonly plan: FaultPlan;
  /** What happens to batches of streams, function by function. */
  readonly streams: StreamFaults[] = [];
  readonly #random: () => number;
  readonly #functions: KillableFunction[] = [];
  readonly #proxies: FaultProxy[] = [];
  readonly #split: SplitFunction;
  readonly #onLost: OnExchange | undefined;
  #weather = calm;

  /**
   * @param split the versions that serve at once; by default one
   * @param onLost called with each call to DynamoDB that was carried out, and whose answer was lost
   */
  constructor(seed: number, split = oneVersion, onLost?: OnExchange) {
    this.#onLost = onLost;
    this.#random = seededRandom(seed);
    this.#split = split;
    this.plan = new FaultPlan(seed + 1, {});
  }

  /** Invocations that were killed. */
  get kills(): number {
    return this.#functions.reduce((sum, { kills }) => sum + kills, 0);
  }

  /** Resolves when no call of a function is under way any more. */
  async quiet(): Promise<void> {
    while (this.#proxies.some((proxy) => proxy.oldest() !== undefined)) await wait(5);
  }

  /** Connections that functions hold open to DynamoDB. */
  async connections(): Promise<number> {
    const counts = await Promise.all(this.#proxies.map((proxy) => proxy.connections()));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  turn(weather: Weather): void {
    this.#weather = weather;
    this.plan.rates = everyKind(weather.dynamoDb);
    for (const stream of this.streams) stream.rate = weather.stream;
  }

  /** In place of the runtime's own. */
  readonly make: MakeFunction = (options) => {
    const { versions, choose } = this.#split(options);
    const runners = versions.map((version) => this.#makeVersion(version));
    const invoke = (event: string, requestId?: string) => {
      const chosen = runners[choose(event)];
      if (!chosen) throw new Error(`${options.definition.name} has no such version.`);
      return chosen.invoke(event, requestId);
    };
    // Before the choice: a stream delivers the records of a shard in order, whichever version gets them.
    const stream = new StreamFaults((event) => invoke(event), this.#random);
    this.streams.push(stream);
    return {
      invoke: (event, requestId) => (isBatch(event) ? stream.deliver(event) : invoke(event, requestId)),
      stop: async () => void (await Promise.all(runners.map((runner) => runner.stop()))),
    };
  };

  #makeVersion({ options, onExchange }: FunctionVersion): ReturnType<MakeFunction> {
    const { AWS_ENDPOINT_URL_DYNAMODB: to = '', ...others } = options.variables;
    // The runtime's own patience is longer, but a stalled request must end before it takes effect.
    const variables = { ...others, CALL_PATIENCE: String(patience) };
    const waits = { delayMs: 50, stallMs, clock: systemClock };
    const proxies = { plan: this.plan, dialect: dynamoDbDialect, onExchange, onLost: this.#onLost };
    const proxy = new FaultProxy({ to, ...proxies, ...waits });
    const one = new KillableFunction({
      ...options,
      variables: async () => ({ ...variables, AWS_ENDPOINT_URL_DYNAMODB: await proxy.listen() }),
      concurrency,
      skewMs: () => (2 * this.#random() - 1) * maxSkewMs,
      killAfterMs: () => (this.#random() < this.#weather.kills ? this.#random() * killWithinMs : undefined),
    });
    this.#proxies.push(proxy);
    this.#functions.push(one);
    return {
      invoke: (event, requestId) => one.invoke(event, requestId),
      stop: async () => {
        await one.stop();
        await proxy.close();
      },
    };
  }
}
