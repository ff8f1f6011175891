import { daysPerMonth, partitions } from './assumptions.ts';
import type { Batching } from './deployment.ts';
import type { Shape } from './shapes.ts';

type Traffic = Pick<Shape, 'callsPerDay'>;

/** Shards of the Records stream, and the records a second that each gets. */
function shardsOf({ callsPerDay }: Traffic): { readonly count: number; readonly perSecond: number } {
  const perSecond = callsPerDay / 86_400;
  const count = Math.max(partitions.least, Math.ceil(perSecond / partitions.writesPerSecond));
  return { count, perSecond: perSecond / count };
}

/** How the stream's records come to the tally: batches of a month, over all shards. */
export function batchesOf(traffic: Traffic, { windowMs, size }: Batching): number {
  const { count, perSecond } = shardsOf(traffic);
  const batchesPerSecond = Math.min(perSecond, Math.max(1_000 / windowMs, perSecond / size));
  return batchesPerSecond * count * 86_400 * daysPerMonth;
}

/** Calls of one key in a batch: those of a window, or of the shorter time in which a busy shard fills the batch. */
export function keyCallsPerBatch(shape: Pick<Shape, 'callsPerDay' | 'perKeyPerSecond'>, batching: Batching): number {
  const seconds = Math.min(batching.windowMs / 1_000, batching.size / shardsOf(shape).perSecond);
  return Math.max(1, shape.perKeyPerSecond * seconds);
}
