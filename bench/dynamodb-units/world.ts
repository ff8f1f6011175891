import type { Limits } from '../../src/limits/limits.ts';
import { type Fleet, startFleet } from './fleet.ts';
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

/** Processes that share a new key. */
export const fleetIn = ({ metered, direct, time }: World, size: number, limits: Limits): Promise<Fleet> =>
  startFleet({ metered, direct, clock: () => time.now, size, limits });

/** Sends a load to a fleet: how it went, and the units of it. */
export async function sendIn(world: World, fleet: Fleet, load: Load): Promise<Outcome & { readonly units: Units }> {
  let outcome: Outcome = { admitted: 0, refused: 0 };
  const units = await world.meter.during(async () => {
    outcome = await send(fleet, world.time, { ...load, random: world.random });
  });
  return { ...outcome, units };
}
