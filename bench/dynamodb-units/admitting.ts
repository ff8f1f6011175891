import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import type { Item } from '../../src/table/table.ts';
import type { Batching } from '../deployed.ts';
import { median } from '../median.ts';
import { attributesSchema, itemSize } from './item-size.ts';
import { startTally } from './tallied.ts';
import { fleetIn, type Load, sendIn, type World } from './world.ts';

/** As much as a key may have whose records lie under one partition key, as those of all plans but the fastest do. */
const plentiful = { callsPerSecond: 500, callsPerDay: 50_000_000 };

/**
 * Units per admitted call, a number for each round: of the request path, and with the writes of the tallies; and how many
 * bytes a record has.
 */
export type AdmittedUnits = {
  readonly read: number[];
  readonly write: number[];
  readonly writeWithTallies: number[];
  readonly recordBytes: number[];
};

/** Units per admitted call of a key with room. */
export async function admitting(
  world: World,
  size: number,
  load: Load,
  { rounds, batching }: { readonly rounds: number; readonly batching: Batching },
): Promise<AdmittedUnits> {
  const fleet = await fleetIn(world, size, plentiful);
  const count = startTally(world.metered, 'Usage', batching);
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
