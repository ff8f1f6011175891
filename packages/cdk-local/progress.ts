import type { Clock } from './time.ts';

/** Waits for a step and tells when it is done. */
export type Progress = <T>(step: string, task: Promise<T>) => Promise<T>;

export const silent: Progress = (_, task) => task;

/** Writes a line for each step when it is done, with the seconds that it took: `✓ Tables (0.4 s)`. */
export const createProgress = (write: (line: string) => void, clock: Clock): Progress => {
  return async (step, task) => {
    const began = clock();
    const result = await task;
    write(`✓ ${step} (${((clock() - began) / 1000).toFixed(1)} s)`);
    return result;
  };
};
