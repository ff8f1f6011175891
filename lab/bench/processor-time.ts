import { readdirSync, readFileSync } from 'node:fs';

/**
 * Milliseconds of processor time, user and system, that this process takes for some work, its threads included. Unlike
 * time on the clock, it is hardly longer on a busy machine.
 */
export async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

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
