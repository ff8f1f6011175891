import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../../bench/random.ts';
import { definitionsOf, finderOf } from '../../../local/functions/definitions.ts';
import {
  type FunctionsOptions,
  type startFunctions,
  UnknownFunctionError,
} from '../../../local/functions/functions.ts';
import type { Outcome } from '../../../local/functions/outcome.ts';
import type { FunctionDefinition } from '../../../local/functions/properties.ts';
import { variablesOf } from '../../../local/functions/variables.ts';

import { systemTimer } from '../../../local/timer.ts';
import { systemClock } from '../../../src/clock.ts';
import { dynamoDbDialect } from './dialect.ts';
import { everyKind } from './fault-kinds.ts';
import { FaultPlan } from './fault-plan.ts';
import { FaultProxy } from './fault-proxy.ts';
import { KillableFunction } from './killable-function.ts';
import { StreamFaults } from './stream-faults.ts';
import { calm, type Weather } from './weather.ts';

/** An answer of DynamoDB is waited for so long by the request path (src/aws/service.ts); a stall is longer. */
const stallMs = 1_300;

/** The farthest that the clock of an environment is off, in ms. */
const maxSkewMs = 500;

/** A request takes so long in a function, about: who is killed within it is killed in the middle of one, in ms. */
const killWithinMs = 30;

/** Environments of one function at once: few, for each takes its time to start. */
const concurrency = 4;

/** A stream's event, and nothing else that the runtime invokes functions with. */
const isBatch = (event: string): boolean => event.startsWith('{"Records":');

/** The functions of the local runtime in bad weather: what they call fails, they are killed, and their clocks differ. */
export class FaultyFunctions {
  readonly plan: FaultPlan;
  readonly #random: () => number;
  readonly #functions = new Map<string, KillableFunction>();
  readonly #streams = new Map<string, StreamFaults>();
  readonly #proxies: FaultProxy[] = [];
  #weather = calm;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.plan = new FaultPlan(seed + 1, {});
  }

  /** Invocations that were killed. */
  get kills(): number {
    return [...this.#functions.values()].reduce((sum, { kills }) => sum + kills, 0);
  }

  /** What has happened to batches of streams. */
  get streams(): readonly StreamFaults[] {
    return [...this.#streams.values()];
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
  readonly start: typeof startFunctions = async (options) => {
    const definitions = definitionsOf(options.template);
    const find = finderOf(options.template, definitions);
    for (const definition of definitions) await this.#make(definition, options);
    await Promise.all([...this.#functions.values()].map((one) => one.warm()));
    return {
      definitions,
      find,
      invoke: (arn, event, requestId) => this.#invoke(find(arn)?.definition.arn ?? arn, event, requestId),
      stop: async () => {
        await Promise.all([...this.#functions.values()].map((one) => one.stop()));
        await Promise.all(this.#proxies.map((proxy) => proxy.close()));
      },
    };
  };

  async #make(definition: FunctionDefinition, { accessOf, onLog }: FunctionsOptions): Promise<void> {
    const access = accessOf(definition.roleArn);
    const DYNAMODB = await this.#proxyOf(access.endpoints.DYNAMODB ?? '');
    const made = new KillableFunction({
      definition,
      variables: variablesOf(definition, { ...access, endpoints: { ...access.endpoints, DYNAMODB } }),
      onLine: (line) => onLog(definition.name, line),
      timer: systemTimer,
      concurrency,
      skewMs: () => (2 * this.#random() - 1) * maxSkewMs,
      killAfterMs: () => (this.#random() < this.#weather.kills ? this.#random() * killWithinMs : undefined),
    });
    this.#functions.set(definition.arn, made);
    this.#streams.set(definition.arn, new StreamFaults((event) => made.invoke(event), this.#random));
  }

  async #proxyOf(to: string): Promise<string> {
    const waits = { delayMs: 50, stallMs, clock: systemClock };
    const proxy = new FaultProxy({ to, plan: this.plan, dialect: dynamoDbDialect, ...waits });
    this.#proxies.push(proxy);
    return proxy.listen();
  }

  async #invoke(arn: string, event: string, requestId?: string): Promise<Outcome> {
    const [found, stream] = [this.#functions.get(arn), this.#streams.get(arn)];
    if (!found || !stream) throw new UnknownFunctionError(arn);
    return isBatch(event) ? stream.deliver(event) : found.invoke(event, requestId);
  }
}
