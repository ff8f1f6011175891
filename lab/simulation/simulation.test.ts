import { describe, expect, test } from '@jest/globals';
import type { Scenario } from './scenario.ts';
import { simulate } from './simulation.ts';

const scenario: Scenario = {
  callsPerSecond: 30,
  phases: [{ seconds: 8, perSecond: 40 }],
  node: { answerMs: 100, failingEvery: 5 },
  fleet: { choice: 'random', warm: 20 },
  faults: [{ kind: 'silent', executed: 0.5, share: 0.5, from: 2, to: 4 }],
};

describe('a simulation', () => {
  test('has the same figures every time, and others with another seed', async () => {
    const [one, again] = [await simulate(scenario), await simulate(scenario)];
    expect(again).toEqual(one);
    expect((await simulate({ ...scenario, seed: 2 })).seconds).not.toEqual(one.seconds);
  });

  test('answers each request, and admits no more than the limit', async () => {
    const figures = await simulate({ ...scenario, faults: [] });
    const { ok, nodeFailed, limited, requests } = {
      ok: figures.sum('ok'),
      nodeFailed: figures.sum('nodeFailed'),
      limited: figures.sum('limited'),
      requests: figures.sum('requests'),
    };
    expect(ok + nodeFailed + limited).toBe(requests);
    expect(figures.share()).toBe(1);
    expect(ok + nodeFailed).toBe(figures.room());
    // Reads that were forwarded early and then refused count at the node, too.
    expect(Math.abs(nodeFailed - (ok + nodeFailed) / 5)).toBeLessThanOrEqual(scenario.fleet.warm / 5);
  });

  test('ends early when it is told to', async () => {
    const figures = await simulate(scenario, ({ admitted }) => admitted >= 10);
    expect(figures.admitted).toBeGreaterThanOrEqual(10);
    expect(figures.sum('requests')).toBeLessThan(30);
  });
});
