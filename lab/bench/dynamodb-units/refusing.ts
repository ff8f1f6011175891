import type { Limits } from '../../../src/limits/limit-status.ts';
import { fleetIn, type Load, sendIn, type World } from './world.ts';

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
