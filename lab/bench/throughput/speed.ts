import { type Sending, sendTo } from '../load.ts';
import { processCpu } from '../process-cpu.ts';
import type { Server } from '../start-server.ts';

/** How many requests a server answers: for each second that its process works, and for each second on the clock. */
export type Speed = { readonly perCpuSecond: number; readonly perSecond: number };

/** A measurement of a server, all of whose answers are checked; zero where there is none. */
export function measureSpeed(
  server: Server | undefined,
  nextSecret: () => string,
  { requests, connections }: Sending,
): () => Promise<Speed> {
  if (!server) return async () => ({ perCpuSecond: 0, perSecond: 0 });
  return async () => {
    const before = processCpu(server.pid);
    const clockMs = await sendTo(server.url, nextSecret, { requests, connections });
    const cpuMs = processCpu(server.pid) - before;
    return { perCpuSecond: (requests * 1_000) / cpuMs, perSecond: (requests * 1_000) / clockMs };
  };
}
