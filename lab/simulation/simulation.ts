import { solana } from '../../src/chains/solana.ts';
import { admissionsKey } from '../../src/limits/counter-writes.ts';
import type { Log } from '../../src/log.ts';
import type { Plan } from '../../src/plans.ts';
import { dayOf } from '../../src/time.ts';
import { plans } from '../../test/support/settings.ts';
import { seededRandom } from '../bench/statistics.ts';
import { LambdaFleet } from './lambda-fleet.ts';
import { requestTimes, secondsOf } from './load-phase.ts';
import { RunFigures } from './run-figures.ts';
import type { Scenario } from './scenario.ts';
import { SimulatedDynamoDb } from './simulated-dynamodb.ts';
import { SimulatedNode } from './simulated-node.ts';
import { SimulatedProcess } from './simulated-process.ts';
import { SimulatedTime } from './simulated-time.ts';
import { partitionLimits } from './unit-limit.ts';

/** When the load begins. */
const startAt = Date.UTC(2026, 10, 20, 12);

/** Before the load, for the warm environments to start. */
const warmUpMs = 2_000;

/** To start an environment and load its code, before INIT reads from DynamoDB: "Cold start" in lab/bench/results/figures.md. */
const coldStartMs = 150;

/** How far a process's clock is off at most. AWS keeps those of Lambda within milliseconds. */
const maxSkewMs = 2;

const keyPrefix = 'key_01J';
const keyId = `${keyPrefix}0000000000000000000000`;

const anyKey = (keys: number, random: () => number): string =>
  keys === 1 ? keyId : `${keyPrefix}${String(Math.floor(random() * keys)).padStart(22, '0')}`;

const request = {
  chain: solana,
  contentType: 'application/json',
  acceptGzip: false,
  body: '{"jsonrpc":"2.0","id":1,"method":"getBalance","params":["83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"]}',
};

/** Runs a scenario once. */
class Simulation {
  readonly #scenario: Scenario;
  readonly #random: () => number;
  readonly #time = new SimulatedTime(startAt - warmUpMs);
  readonly #figures: RunFigures;
  readonly #dynamoDb: SimulatedDynamoDb;
  readonly #node: SimulatedNode;
  readonly #fleet: LambdaFleet<SimulatedProcess>;
  readonly #log: Log;

  constructor(scenario: Scenario) {
    const { phases, callsPerSecond, node, fleet, faults = [], partition = partitionLimits.bucket, seed = 1 } = scenario;
    this.#scenario = scenario;
    this.#random = seededRandom(seed);
    this.#figures = new RunFigures(callsPerSecond * (scenario.keys ?? 1), secondsOf(phases));
    this.#dynamoDb = new SimulatedDynamoDb({
      time: this.#time,
      startAt,
      random: this.#random,
      limit: partition,
      faults,
      onWrite: (write) => write.pk.startsWith(keyId) && this.#figures.addWrite(write),
    });
    this.#node = new SimulatedNode(this.#time, startAt, node);
    const { choice, most = 2_000 } = fleet;
    this.#fleet = new LambdaFleet({ choice, most, random: this.#random, start: () => this.#startProcess() });
    const count = (event: string) => this.#figures.addEvent(event);
    this.#log = { debug: count, info: count, warn: count, error: count };
  }

  async run(stopWhen: (figures: RunFigures) => boolean): Promise<RunFigures> {
    const warm = this.#fleet.warmUp(this.#scenario.fleet.warm);
    await this.#time.run(startAt);
    await warm;
    this.#scheduleNext(requestTimes(this.#scenario.phases, this.#random), stopWhen, () => this.#serve());
    this.#scheduleOthers(stopWhen);
    await this.#time.run();
    const item = this.#dynamoDb.find('Admissions', admissionsKey(keyId, dayOf(startAt)));
    this.#figures.end({
      counted: Number(item?.used ?? 0),
      mostBusy: this.#fleet.mostBusy,
      environments: this.#fleet.count,
    });
    return this.#figures;
  }

  /** Of the scenario's keys; another key is on the free plan. */
  readonly #planOf = (id: string): Plan => {
    if (!id.startsWith(keyPrefix)) return plans.free;
    return { ...plans.free, limits: { callsPerSecond: this.#scenario.callsPerSecond, callsPerDay: 1_000_000_000 } };
  };

  async #startProcess(): Promise<SimulatedProcess> {
    const skewMs = (2 * this.#random() - 1) * maxSkewMs;
    const process = new SimulatedProcess({
      time: this.#time,
      dynamoDb: this.#dynamoDb,
      node: this.#node,
      random: this.#random,
      log: this.#log,
      skewMs,
      planOf: this.#planOf,
    });
    await this.#time.pause(coldStartMs);
    await process.init();
    return process;
  }

  #scheduleOthers(stopWhen: (figures: RunFigures) => boolean): void {
    const { phases, othersPerSecond: perSecond } = this.#scenario;
    if (perSecond === undefined) return;
    const times = requestTimes([{ seconds: secondsOf(phases), perSecond }], this.#random);
    this.#scheduleNext(times, stopWhen, () => this.#serveOther());
  }

  #scheduleNext(times: Iterator<number>, stopWhen: (figures: RunFigures) => boolean, serve: () => Promise<void>): void {
    const next = times.next();
    if (next.done || stopWhen(this.#figures)) return;
    this.#time.after(startAt + next.value - this.#time.now, () => {
      this.#scheduleNext(times, stopWhen, serve);
      void serve();
    });
  }

  /** A request of a key that nothing else calls. */
  async #serveOther(): Promise<void> {
    const other = { ...request, secret: `key_${this.#time.now}` };
    const isServed = await this.#fleet.use(async (process) => void (await process.serve(other)));
    if (!isServed) this.#figures.notServed += 1;
  }

  async #serve(): Promise<void> {
    const arrivedAt = this.#second();
    const ofKey = { ...request, secret: anyKey(this.#scenario.keys ?? 1, this.#random) };
    const isServed = await this.#fleet.use(async (process) => {
      const servedAt = this.#second();
      const sentBefore = process.sent;
      const { status } = await process.serve(ofKey);
      const sent = process.sent - sentBefore;
      this.#figures.addRequest({ arrivedAt, servedAt, answeredAt: this.#second(), status, sent });
    });
    if (!isServed) this.#figures.notServed += 1;
  }

  /** Seconds since the load began. */
  #second(): number {
    return (this.#time.now - startAt) / 1_000;
  }
}

/**
 * Runs a scenario in simulated time. The same scenario has the same figures every time.
 * @param stopWhen ends the load early, for example as soon as an expectation cannot hold any more
 */
export const simulate = (
  scenario: Scenario,
  stopWhen: (figures: RunFigures) => boolean = () => false,
): Promise<RunFigures> => new Simulation(scenario).run(stopWhen);
