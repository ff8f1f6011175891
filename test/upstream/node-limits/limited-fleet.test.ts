import { describe, expect, test } from '@jest/globals';
import { seededRandom } from '../../../lab/bench/statistics.ts';
import { effort } from '../../support/effort.ts';
import {
  type EndedRequest,
  type FleetOptions,
  type FleetRun,
  LimitedFleet,
  type Load,
  type Phase,
} from './limited-fleet.ts';

// Random fleets in simulated time. LIMITED_FLEETS=300 tries more of them.
const fleets = Number(process.env.LIMITED_FLEETS ?? effort(5, 300));
const limitMs = 600_000 + fleets * 10_000;

const isAnswered = ({ error }: EndedRequest): boolean => error === undefined;

/** A call counted at the end of a second reaches the node in the next one. */
const late = 3;

/** A random element. */
const oneOf = <T>(values: readonly [T, ...T[]], random: () => number): T =>
  values[Math.floor(random() * values.length)] ?? values[0];

function randomFleet(random: () => number, limits: FleetOptions['limits'], phases: readonly Phase[]): FleetOptions {
  return {
    limits,
    phases,
    random,
    warm: 0,
    answerMs: oneOf([20, 50, 200, 800], random),
    choice: oneOf(['random', 'last used'], random),
    writes: oneOf([0, 0.1, 1], random),
    batches: [1],
    failing: 0,
  };
}

/** The calls that the first node received in each whole second. */
function bySecond({ received }: FleetRun): number[] {
  const seconds: number[] = [];
  for (const { node, at, calls } of received)
    if (node === 0) seconds[Math.floor(at)] = (seconds[Math.floor(at)] ?? 0) + calls;
  return Array.from(seconds, (calls) => calls ?? 0);
}

/** The most calls that the first node received in any ten seconds, whole or not. */
function mostInTenSeconds({ received }: FleetRun): number {
  const times = received.filter(({ node }) => node === 0).flatMap(({ at, calls }) => Array<number>(calls).fill(at));
  let first = 0;
  return times.reduce((most, at, index) => {
    while ((times[first] ?? at) < at - 10) first += 1;
    return Math.max(most, index - first + 1);
  }, 0);
}

const refusedShare = ({ ended }: FleetRun, load: number, from = 3): number => {
  const asked = ended.filter((request) => request.phase === 1 && request.load === load && request.second >= from);
  return asked.filter((request) => !isAnswered(request)).length / asked.length;
};

const one = (accounts: number, callsPerSecond: number): Load => ({ accounts, callsPerSecond });

/** A limit, the environments that other traffic has started, and the load after five quiet seconds. */
const shapes = [
  { name: 'each process sees it seldom', limit: 20, warm: 410, loads: [one(60, 1)] },
  { name: 'a larger fleet', limit: 25, warm: 1_000, loads: [one(100, 1)] },
  { name: 'the largest fleet, one account', limit: 20, warm: 1_500, loads: [one(1, 100)] },
  { name: 'a large account beside small ones', limit: 100, warm: 410, loads: [one(1, 700), one(20, 1)] },
  { name: 'the same, the largest fleet', limit: 100, warm: 1_500, loads: [one(1, 700), one(20, 1)] },
  { name: 'a medium account, below an equal part', limit: 100, warm: 410, loads: [one(1, 400), one(1, 30)] },
] as const;

describe.each(shapes)('$name: $limit a second, $warm processes', ({ limit, warm, loads }) => {
  test.each(['random', 'last used'] as const)(
    'the limit holds from the first second of a surge, %s',
    async (choice) => {
      const quiet = { seconds: 5, loads: loads.map(({ accounts }) => one(accounts, 0.02)) };
      const run = await new LimitedFleet({
        limits: [limit],
        answerMs: 50,
        phases: [quiet, { seconds: 15, loads }],
        choice,
        warm,
        writes: 0,
        batches: [1],
        failing: 0,
        random: seededRandom(7),
      }).run();

      expect(Math.max(...bySecond(run))).toBeLessThanOrEqual(limit + late);
      expect(mostInTenSeconds(run)).toBeLessThanOrEqual(11 * limit);
      const used =
        bySecond(run)
          .slice(8, 19)
          .reduce((sum, calls) => sum + calls, 0) /
        (11 * limit);
      expect(used).toBeGreaterThan(0.75);
      // Of those in the group of the large account, one in 64, nearly every call is refused for up to a minute.
      if (loads.length === 2) expect(refusedShare(run, 1)).toBeLessThan(0.1);
    },
  );
});

test.each([
  [100, 80, 'random', 0.01],
  [100, 80, 'last used', 0.01],
  [20, 16, 'random', 0.05],
  [20, 16, 'last used', 0.05],
] as const)('of %i a second, %i at random times are served, %s, but for the share of %d', async (...given) => {
  const [limit, calls, choice, mostRefused] = given;
  const run = await new LimitedFleet({
    limits: [limit],
    answerMs: 50,
    phases: [
      { seconds: 1, loads: [] },
      { seconds: 40, loads: [one(calls, 1)] },
    ],
    choice,
    warm: 410,
    writes: 0,
    batches: [1],
    failing: 0,
    random: seededRandom(5),
  }).run();
  expect(refusedShare(run, 0)).toBeLessThan(mostRefused);
});

test(
  'whatever fails, every request ends once, no write is received twice, and none that was refused was sent',
  async () => {
    for (let seed = 1; seed <= fleets * 2; seed += 1) {
      const random = seededRandom(1_000 + seed);
      const last = oneOf([undefined, undefined, 20], random);
      const phases = Array.from({ length: 3 }, () => ({
        seconds: 10,
        loads: [one(5, oneOf([1, 10, 40], random))],
        nodeDown: oneOf([undefined, 0, 1], random),
      }));
      const options = {
        ...randomFleet(random, [oneOf([5, 30], random), 20, last], phases),
        batches: oneOf([[1], [1, 1, 50]], random),
        failing: oneOf([0, 0.3, 1], random),
      };
      const { ended, asked } = await new LimitedFleet(options).run();

      expect(ended.length).toBe(asked);
      const wrong = ended.filter((request) => request.receivedBy.length !== (isAnswered(request) ? 1 : 0));
      expect({ seed, wrong }).toEqual({ seed, wrong: [] });
      const errors = [...new Set(ended.map(({ error }) => error))].filter((error) => error !== undefined);
      // A node without a limit takes what the others do not.
      if (last === undefined) expect({ seed, errors }).toEqual({ seed, errors: [] });
      else expect(errors.filter((error) => error !== 'nodes_at_limit')).toEqual([]);
    }
  },
  limitMs,
);
