import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import type { Batching } from '../../../src/cost/deployment.ts';
import type { Limits } from '../../../src/plans.ts';
import type { Item } from '../../../src/table/item-table.ts';
import { median } from '../statistics.ts';
import type { FleetOptions } from './metered-fleet.ts';
import { fleetIn, halfHourOf, type Load, sendIn, type World } from './metered-world.ts';
import { startTally } from './tally-units.ts';
import { attributesSchema, itemSize } from './write-units.ts';

/** More than any load here, so that no call is refused. */
export const plentiful = { callsPerSecond: 500, callsPerDay: 50_000_000 };

/** When every measurement begins: the hour's counters hold the half hour before. */
const startsAt = Date.UTC(2026, 10, 20, 14, 30, 36);

/**
 * Units per admitted call, a number for each round: of the request path, and with the writes of the tallies; and how
 * many bytes a record has.
 */
export type AdmittedUnits = {
  readonly read: number[];
  readonly write: number[];
  readonly writeWithTallies: number[];
  readonly recordBytes: number[];
};

export type Admitting = Pick<FleetOptions, 'size' | 'planId' | 'limits'> & {
  readonly rounds: number;
  readonly batching: Batching;
};

/** Units per admitted call of a key with room that has called like that for half an hour. */
export async function admitting(
  world: World,
  load: Load,
  { rounds, batching, ...of }: Admitting,
): Promise<AdmittedUnits> {
  world.time.now = startsAt;
  const fleet = await fleetIn(world, of);
  const count = startTally(world.metered, 'Usage', batching);
  await count(halfHourOf(fleet.keyId, load, startsAt, world.random));
  const found: AdmittedUnits = { read: [], write: [], writeWithTallies: [], recordBytes: [] };
  for (let round = 0; round < rounds; round += 1) {
    const { admitted, units } = await sendIn(world, fleet, load);
    const records = fleet.takeRecords();
    const tallies = await world.meter.during(() => count(records));
    found.read.push(units.read / admitted);
    found.write.push(units.write / admitted);
    found.writeWithTallies.push((units.write + tallies.write) / admitted);
    found.recordBytes.push(median(records.map(({ item }) => bytesOf(item))));
  }
  return found;
}

const bytesOf = (item: Item): number =>
  itemSize(v.parse(attributesSchema, marshall(item, { removeUndefinedValues: true })));

/** An admitted call takes an admission and a record, each under 1 KB: what is left is for the refused ones. */
const writesOfAdmitted = 2;

/** Units per refused call of a spent key that is hammered, a number for each round. */
export async function refusing(
  world: World,
  size: number,
  load: Load,
  { rounds, limits }: { readonly rounds: number; readonly limits: Limits },
): Promise<{ readonly read: number[]; readonly write: number[] }> {
  const fleet = await fleetIn(world, { size, planId: 'scale', limits });
  await sendIn(world, fleet, { ...load, seconds: 1 });
  const read: number[] = [];
  const write: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { admitted, refused, units } = await sendIn(world, fleet, load);
    read.push(units.read / (admitted + refused));
    write.push((units.write - writesOfAdmitted * admitted) / refused);
  }
  return { read, write };
}
