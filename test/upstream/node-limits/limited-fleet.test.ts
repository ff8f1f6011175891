import { describe, expect, test } from '@jest/globals';
import { seededRandom } from '../../../lab/bench/statistics.ts';
import { effort } from '../../support/effort.ts';
import { type EndedRequest, type FleetOptions, LimitedFleet, type Phase } from './limited-fleet.ts';

// Random fleets in simulated time. What a node gets is compared with its limit where the traffic is steady: a fleet
// learns of a change within some seconds (docs/failures.md). LIMITED_FLEETS=300 tries more of them.
const fleets = Number(process.env.LIMITED_FLEETS ?? effort(6, 300));
const limitMs = 600_000 + fleets * 10_000;

const callsIn = (requests: readonly EndedRequest[]): number => requests.reduce((sum, { calls }) => sum + calls, 0);
const isAnswered = ({ error }: EndedRequest): boolean => error === undefined;

/** A random element. */
const oneOf = <T>(values: readonly [T, ...T[]], random: () => number): T =>
  values[Math.floor(random() * values.length)] ?? values[0];

function randomFleet(random: () => number, limits: FleetOptions['limits'], phases: readonly Phase[]): FleetOptions {
  return {
    limits,
    phases,
    random,
    answerMs: oneOf([20, 50, 200, 800], random),
    choice: oneOf(['random', 'last used'], random),
    writes: oneOf([0, 0.1, 1], random),
    batches: [1],
    failing: 0,
  };
}

describe('a fleet with one node, which has a limit', () => {
  const seconds = 40;
  /** Traffic is steady, and what it was before is forgotten. */
  const isSettled = ({ second }: EndedRequest): boolean => second >= 20;

  test(
    'keeps to it under overload, uses it, and refuses nothing below it, however its processes are chosen',
    async () => {
      const sums = { overload: 0, belowLimit: 0, refusedBelow: 0 };
      for (let seed = 1; seed <= fleets; seed += 1) {
        const random = seededRandom(seed);
        const limit = oneOf([30, 60, 100], random);
        const rates = [0.5, oneOf([2, 5, 8], random), 0.6].map((times) => times * limit);
        const phases = rates.map((callsPerSecond) => ({ seconds, callsPerSecond }));
        const { ended, asked, tableWrites } = await new LimitedFleet(randomFleet(random, [limit], phases)).run();

        expect(ended.length).toBe(asked);
        expect(tableWrites / asked).toBeLessThan(0.3);
        const settled = (phase: number) => ended.filter((request) => request.phase === phase && isSettled(request));
        const used = callsIn(settled(1).filter(isAnswered)) / (limit * (seconds - 20));
        expect({ seed, used: used > 0.6 && used < 1.8 }).toEqual({ seed, used: true });
        sums.overload += used;
        const below = [...settled(0), ...settled(2)];
        sums.belowLimit += callsIn(below);
        sums.refusedBelow += callsIn(below.filter((request) => !isAnswered(request)));
      }
      expect(sums.overload / fleets).toBeGreaterThan(0.85);
      expect(sums.overload / fleets).toBeLessThan(1.15);
      expect(sums.refusedBelow / sums.belowLimit).toBeLessThan(0.01);
    },
    limitMs,
  );
});

test(
  'whatever fails, every request ends once, no write is received twice, and none that was refused was sent',
  async () => {
    for (let seed = 1; seed <= fleets * 2; seed += 1) {
      const random = seededRandom(1_000 + seed);
      const last = oneOf([undefined, undefined, 20], random);
      const phases = Array.from({ length: 3 }, () => ({
        seconds: 10,
        callsPerSecond: oneOf([5, 50, 200], random),
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
