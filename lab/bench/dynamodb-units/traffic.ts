import type { Fleet, Process } from './metered-fleet.ts';

/** Calls of one key over simulated time. */
export type Traffic = {
  readonly perSecond: number;
  readonly seconds: number;
  /** Called in turn. */
  readonly methods: readonly string[];
  readonly random: () => number;
};

/** How many calls were admitted, and how many refused by a limit. */
export type Outcome = { readonly admitted: number; readonly refused: number };

/** The time of a simulation, ms since the epoch: it passes when somebody sets it. */
export type SimulatedTime = { now: number };

/**
 * Sends evenly spaced calls to processes taken at random. Like a Lambda function, a process serves one call at a time,
 * and the processes work at the same time; the clock does not move during the calls of one second.
 */
export async function send(fleet: Fleet, time: SimulatedTime, traffic: Traffic): Promise<Outcome> {
  const statuses: number[] = [];
  for (let second = 0; second < traffic.seconds; second += 1) {
    statuses.push(...(await sendSecond(fleet, traffic, second)));
    time.now += 1_000;
  }
  const refused = statuses.filter((status) => status === 429).length;
  const admitted = statuses.filter((status) => status === 200).length;
  if (admitted + refused < statuses.length) throw new Error(`Calls failed: ${[...new Set(statuses)]}.`);
  return { admitted, refused };
}

async function sendSecond(fleet: Fleet, { perSecond, methods, random }: Traffic, second: number): Promise<number[]> {
  const queues = new Map<Process, string[]>();
  for (let call = Math.ceil(second * perSecond); call < (second + 1) * perSecond; call += 1) {
    const process = fleet.processes[Math.floor(random() * fleet.processes.length)];
    const method = methods[call % methods.length];
    if (process && method) queues.set(process, [...(queues.get(process) ?? []), method]);
  }
  return (await Promise.all([...queues].map(([process, calls]) => inTurn(process, calls)))).flat();
}

async function inTurn(process: Process, methods: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const method of methods) statuses.push(await process(method));
  return statuses;
}
