import type { Batching } from '../deployed.ts';
import { daysPerMonth, dynamoDbMs, partitions, runtimeCpuMs, wholeProcessorMb } from './assumptions.ts';
import type { Measured } from './measured.ts';
import type { Shape } from './shapes.ts';

/** What a function does for one event: processor time on a whole one, and waiting, both in ms. */
export type Work = { readonly cpuMs: number; readonly waitMs: number };

/** Bytes of the answer that the warm request was measured with. */
const measuredAnswerBytes = 200;

/** The authorizer waits for one read; the proxy for an admission, the node and a record, one after the other. */
export function workOf(
  { warmMs, msPerAnswerByte }: Measured,
  { nodeMs, answerBytes }: Pick<Shape, 'nodeMs' | 'answerBytes'>,
) {
  const forBytes = msPerAnswerByte * Math.max(0, answerBytes - measuredAnswerBytes);
  return {
    authorizer: { cpuMs: warmMs.authorizer + runtimeCpuMs, waitMs: dynamoDbMs },
    proxy: { cpuMs: warmMs.proxy + runtimeCpuMs + forBytes, waitMs: 2 * dynamoDbMs + nodeMs },
  };
}

/** Whole milliseconds that are charged for a warm event with that memory, in MB. */
export const billedMs = ({ cpuMs, waitMs }: Work, memory: number): number => Math.ceil(waitMs + slowed(cpuMs, memory));

/** Processor time as it passes on the clock where a function has only a share of a processor. */
export const slowed = (cpuMs: number, memory: number): number => cpuMs / Math.min(1, memory / wholeProcessorMb);

/** GB-seconds that some milliseconds are with that memory. */
export const gbSeconds = (milliseconds: number, memory: number): number => (milliseconds / 1_000) * (memory / 1_024);

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
