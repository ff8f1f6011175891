import { availableParallelism, cpus, loadavg } from 'node:os';
import * as v from 'valibot';

export const machineSchema = v.object({
  cores: v.number(),
  cpu: v.string(),
  node: v.string(),
  /** Processes that wanted to run in the minute before, on average. */
  load: v.number(),
});

/** The properties of the machine that affect figures, without its identity. */
export type Machine = v.InferOutput<typeof machineSchema>;

export const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  node: process.version,
  load: Number((loadavg()[0] ?? 0).toFixed(1)),
});
