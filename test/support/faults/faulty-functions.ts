import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../../lab/bench/statistics.ts';
import type { MakeFunction } from '../../../packages/cdk-local/functions/functions.ts';
import { systemClock } from '../../../src/time.ts';
import { dynamoDbDialect } from './dialect.ts';
import { everyKind } from './fault-kinds.ts';
import { FaultPlan } from './fault-plan.ts';
import { FaultProxy } from './fault-proxy.ts';
import { KillableFunction } from './killable-function.ts';
import { StreamFaults } from './stream-faults.ts';
import { calm, type Weather } from './weather.ts';

/** An answer of DynamoDB is waited for so long by the request path (src/aws/aws-client.ts); a stall is longer. */
const stallMs = 1_300;

/** The farthest that the clock of an environment is off, in ms. */
const maxSkewMs = 500;

/** The approximate duration of a request in a function, in ms; a kill within it interrupts the request. */
const killWithinMs = 30;

/** Environments of one function at once: few, for each takes its time to start. */
const concurrency = 4;

/** A stream's event, and nothing else that the runtime invokes functions with. */
const isBatch = (event: string): boolean => event.startsWith('{"Records":');

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
  #weather = calm;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
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
    const { AWS_ENDPOINT_URL_DYNAMODB: to = '', ...variables } = options.variables;
    const waits = { delayMs: 50, stallMs, clock: systemClock };
    const proxy = new FaultProxy({ to, plan: this.plan, dialect: dynamoDbDialect, ...waits });
    const one = new KillableFunction({
      ...options,
      variables: async () => ({ ...variables, AWS_ENDPOINT_URL_DYNAMODB: await proxy.listen() }),
      concurrency,
      skewMs: () => (2 * this.#random() - 1) * maxSkewMs,
      killAfterMs: () => (this.#random() < this.#weather.kills ? this.#random() * killWithinMs : undefined),
    });
    const stream = new StreamFaults((event) => one.invoke(event), this.#random);
    this.#proxies.push(proxy);
    this.#functions.push(one);
    this.streams.push(stream);
    return {
      warm: () => one.warm(),
      invoke: (event, requestId) => (isBatch(event) ? stream.deliver(event) : one.invoke(event, requestId)),
      stop: async () => {
        await one.stop();
        await proxy.close();
      },
    };
  };
}
