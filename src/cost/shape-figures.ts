import type { Batching } from './deployment.ts';
import type { MeasuredFigures } from './measured-figures.ts';
import type { Shape } from './shapes.ts';
import { keyCallsPerBatch } from './stream-batches.ts';

/** What a call of one shape uses: units of DynamoDB, bytes, and milliseconds of processor time. */
export type ShapeFigures = Pick<MeasuredFigures, 'recordBytes' | 'warmMs' | 'coldMs' | 'tallyMsPerRecord'> & {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly tallyUnits: number;
};

/** @throws {RangeError} if no key with so many methods was measured */
export function figuresFor(shape: Shape, measured: MeasuredFigures, batching: Batching): ShapeFigures {
  // A slower key uses more units: between two measured rates, the slower one's figures hold.
  const admission =
    measured.admissions.findLast(({ callsPerSecond }) => callsPerSecond <= shape.perKeyPerSecond) ??
    measured.admissions[0];
  if (!admission) throw new RangeError('No admission was measured.');
  return {
    ...measured,
    readUnits: admission.readUnits,
    writeUnits: admission.writeUnits,
    tallyUnits: tallyUnitsPerBatch(shape, measured) / keyCallsPerBatch(shape, batching),
  };
}

/**
 * Write units that the tally uses for one key and batch. They hardly depend on how many of its calls are in the batch,
 * so the figure of the next faster measured rate holds for rates between; beyond the fastest, its own.
 */
function tallyUnitsPerBatch({ perKeyPerSecond, methods }: Shape, { tallies, tallyWindowMs }: MeasuredFigures): number {
  const ofMethods = tallies.filter((tally) => tally.methods === methods);
  const tally = ofMethods.find(({ callsPerSecond }) => callsPerSecond >= perKeyPerSecond) ?? ofMethods.at(-1);
  if (!tally) throw new RangeError(`No key that calls ${methods} methods was measured.`);
  return (tally.writeUnits * tally.callsPerSecond * tallyWindowMs) / 1_000;
}
