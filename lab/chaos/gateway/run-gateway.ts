import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../../src/time.ts';
import { calm, type Weather } from '../../../test/support/faults/weather.ts';
import { seededRandom } from '../../bench/statistics.ts';
import { type Asked, Client, requestMaker } from './chaos-requests.ts';
import type { World } from './chaos-world.ts';
import { checkHistory, isRefused } from './check-history.ts';
import { checkLimits, doubtfulCalls, type LimitCheck } from './check-limits.ts';
import { checkTallies, type TallyCheck } from './check-tallies.ts';
import { daysOf, rowsOf, Truth } from './truth.ts';

/** How much is sent, in which weather, and how many requests a second; as fast as they are answered, unless given. */
export type Traffic = {
  readonly seed: number;
  readonly requests: number;
  readonly weather: Weather;
  readonly perSecond?: number;
  /** Called before each request, with the number of requests sent. */
  readonly onRequest?: (sent: number) => void;
};

/** What a run has shown. */
export type GatewayFindings = {
  readonly requests: number;
  readonly calls: number;
  readonly unanswered: number;
  readonly rows: number;
  /** Rows that the code of this process cannot read. */
  readonly unreadable: number;
  /** Requests that were refused: a process that is killed may lose some of their records. */
  readonly refused: number;
  /** The ids of requests with the answer 500 or 503: the gateway or DynamoDB failed. */
  readonly failed: readonly string[];
  /** What is wrong with the history, a line each. */
  readonly history: readonly string[];
  readonly tallies: TallyCheck;
  readonly limits: LimitCheck;
  /** Writes that reached a chain node. */
  readonly writes: number;
  /** Writes that reached chain nodes more than once, the same or another. */
  readonly sentTwice: number;
};

/** Requests under way at once. */
const concurrency = 16;

const planIds = ['business', 'business', 'business', 'scale', 'free'];

/** Sends requests of all kinds through a gateway in bad weather, and holds what it keeps against what clients got. */
export async function runGateway(
  world: World,
  { seed, requests, weather, perSecond, onRequest = () => {} }: Traffic,
): Promise<GatewayFindings> {
  const keys = await Promise.all(
    planIds.map(async (planId) => ({ ...(await world.running.newKey({ planId })), planId })),
  );
  const next = requestMaker(keys, seededRandom(seed));
  const truth = new Truth(systemClock());
  const client = new Client();
  const send = (asked: Asked) => truth.send(client, world.running.runtime.endpoints, asked);
  world.turn(weather);
  let sent = 0;
  const sendNext = () => {
    onRequest(sent);
    sent += 1;
    return send(next());
  };
  await inTurns(requests, sendNext, perSecond);
  world.turn(calm);
  client.close();
  await world.settle();
  const days = daysOf(truth.startedAt - 1_000, systemClock() + 1_000);
  const { rows, unreadable } = await rowsOf(world.running, keys, days);
  const doubtful = doubtfulCalls(truth, world.journal);
  return {
    requests: truth.requests,
    calls: truth.calls,
    unanswered: truth.unanswered.length,
    rows: rows.reduce((sum, { count = 1 }) => sum + count, 0),
    unreadable,
    refused: truth.answered.filter(({ status }) => isRefused(status)).length,
    failed: truth.answered.filter(({ status }) => status === 500 || status === 503).map(({ requestId }) => requestId),
    history: checkHistory(truth, rows),
    tallies: await checkTallies(world.running.usage, keys, rows),
    limits: await checkLimits(world.running.admissions, keys, days, rows, doubtful),
    writes: world.writes.size,
    sentTwice: [...world.writes.values()].filter((times) => times > 1).length,
  };
}

/** Does something so many times, some at once, and no faster than so often a second. */
async function inTurns(times: number, work: () => Promise<void>, perSecond = Number.POSITIVE_INFINITY): Promise<void> {
  const startedAt = performance.now();
  let begun = 0;
  const worker = async () => {
    while (begun < times) {
      const due = startedAt + (begun * 1_000) / perSecond;
      begun += 1;
      if (due > performance.now()) await wait(due - performance.now());
      await work();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
