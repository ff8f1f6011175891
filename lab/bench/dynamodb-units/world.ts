import { latencies } from '../tally/batches.ts';
import { type Fleet, type FleetOptions, startFleet } from './fleet.ts';
import type { Meter } from './meter.ts';
import { type Outcome, type SimulatedTime, send, type Traffic } from './traffic.ts';
import type { Units } from './units.ts';

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

/** Processes that share a new key of a plan, with other limits than the plan's where they are given. */
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
