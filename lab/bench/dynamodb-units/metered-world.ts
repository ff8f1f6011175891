import { DynamoDbFront } from '../dynamodb-front.ts';
import { itemOf, latencies } from '../tally/batches.ts';
import { type Fleet, type FleetOptions, startFleet } from './metered-fleet.ts';
import type { Inserted } from './tally-units.ts';
import { type Outcome, type SimulatedTime, send, type Traffic } from './traffic.ts';
import { noUnits, plus, UnitCounter, type Units } from './write-units.ts';

/** What simulations share: one metered DynamoDB, one time, one source of chance. */
export type World = {
  readonly meter: Meter;
  /** The DynamoDB through the meter, and past it. */
  readonly metered: string;
  readonly direct: string;
  readonly time: SimulatedTime;
  readonly random: () => number;
};

/** Calls of a key, less what chance decides. */
export type Load = Omit<Traffic, 'random'>;

/** Processes that share a new key of a plan; given limits replace the plan's. */
export const fleetIn = (world: World, options: Pick<FleetOptions, 'size' | 'planId' | 'limits'>): Promise<Fleet> => {
  const { metered, direct, time, random } = world;
  return startFleet({ ...options, metered, direct, clock: () => time.now, latency: latencies(random) });
};

/** Sends a load to a fleet: how it went, and the units of it. */
export async function sendIn(world: World, fleet: Fleet, load: Load): Promise<Outcome & { readonly units: Units }> {
  let outcome: Outcome = { admitted: 0, refused: 0 };
  const units = await world.meter.during(async () => {
    outcome = await send(fleet, world.time, { ...load, random: world.random });
  });
  return { ...outcome, units };
}

/** A DynamoDB in front of another one: the same answers, and what AWS would charge for them. */
export class Meter {
  readonly #counter = new UnitCounter();
  readonly #front: DynamoDbFront;
  #units = noUnits;

  /** @param url of the DynamoDB that answers */
  constructor(url: string) {
    this.#front = new DynamoDbFront(url, (exchange) => {
      this.#units = plus(this.#units, this.#counter.count(exchange));
    });
  }

  /** Where it is reached, once it listens. */
  listen = (): Promise<string> => this.#front.listen();

  close(): void {
    this.#front.close();
  }

  /** The units of all that passes during some work. */
  async during(work: () => Promise<unknown>): Promise<Units> {
    this.#units = noUnits;
    await work();
    return this.#units;
  }
}

const halfHourSeconds = 1_800;

/** What a key's calls at a load have put into Records in the half hour before, of which 3 % failed. */
export function halfHourOf(
  keyId: string,
  { perSecond, methods }: Load,
  until: number,
  random: () => number,
): Inserted[] {
  const calls = perSecond * halfHourSeconds;
  return Array.from({ length: calls }, (_, call) => {
    const at = until - Math.ceil((1_000 * (calls - call)) / perSecond);
    return { item: itemOf({ keyId, method: methods[call % methods.length] ?? '', at }, random), at };
  });
}
