import { dynamoDbMs, msPerAnswerByte, runtimeCpuMs, wholeProcessorMb } from './assumptions.ts';
import type { ShapeFigures } from './shape-figures.ts';
import type { Shape } from './shapes.ts';

/** What a function does for one event: processor time on a whole one, and waiting, both in ms. */
export type Work = { readonly cpuMs: number; readonly waitMs: number };

/** Bytes of the answer that the warm request was measured with. */
const measuredAnswerBytes = 200;

/** The authorizer waits for one read; the proxy for the key, an admission, the node and a record, one after the other. */
export function workOf({ warmMs }: ShapeFigures, { nodeMs, answerBytes }: Pick<Shape, 'nodeMs' | 'answerBytes'>) {
  const forBytes = msPerAnswerByte * Math.max(0, answerBytes - measuredAnswerBytes);
  return {
    authorizer: { cpuMs: warmMs.authorizer + runtimeCpuMs, waitMs: dynamoDbMs },
    proxy: { cpuMs: warmMs.proxy + runtimeCpuMs + forBytes, waitMs: 3 * dynamoDbMs + nodeMs },
  };
}

/** Whole milliseconds that are charged for a warm event with that memory, in MB. */
export const billedMs = ({ cpuMs, waitMs }: Work, memory: number): number => Math.ceil(waitMs + slowed(cpuMs, memory));

/** Processor time as it passes on the clock where a function has only a share of a processor. */
export const slowed = (cpuMs: number, memory: number): number => cpuMs / Math.min(1, memory / wholeProcessorMb);

/** GB-seconds that some milliseconds are with that memory. */
export const gbSeconds = (milliseconds: number, memory: number): number => (milliseconds / 1_000) * (memory / 1_024);
