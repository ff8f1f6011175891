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
