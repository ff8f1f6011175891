import { itemOf } from '../tally/batches.ts';
import type { Inserted } from './stream.ts';
import type { Load } from './world.ts';

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
