import { readdirSync, readFileSync } from 'node:fs';

/**
 * Milliseconds of processor time, user and system, that another process has taken so far, its threads included, to the
 * nanosecond. From /proc (Linux, "Scheduler Statistics"), so that it is the same figure for every program.
 */
export function processCpu(pid: number): number {
  const threads = `/proc/${pid}/task`;
  return readdirSync(threads)
    .map((thread) => Number(readFileSync(`${threads}/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
    .reduce((sum, milliseconds) => sum + milliseconds, 0);
}
