import { expect, test } from '@jest/globals';
import { simulate } from './simulation.ts';
import { partitionLimits } from './unit-limit.ts';

const [from, to] = [1, 6];

// Longer ones have the same figures: docs/scale.md. Other keys call as often, so that a process rarely gets the fast key twice in a row.
test('an outage of all nodes doubles no writes: a key of 800 calls/s gets no 503, and full speed in the second after', async () => {
  const figures = await simulate({
    callsPerSecond: 800,
    phases: [{ seconds: 8, perSecond: 800, pacing: 'even' }],
    othersPerSecond: 800,
    node: { answerMs: 50, outage: { from, to } },
    fleet: { choice: 'last used', warm: 0 },
  });
  expect(figures.sum('unavailable')).toBe(0);
  expect(figures.sum('nodeFailed')).toBeGreaterThan(790 * (to - from));
  expect(figures.seconds[to]).toMatchObject({ requests: 800, ok: 800 });
  expect((figures.tables.Admissions?.units ?? 0) / figures.seconds.length).toBeLessThan(
    partitionLimits.bucket.perSecond,
  );
  // Of each process at most the calls of its last request.
  expect(figures.countedInVain).toBeLessThanOrEqual(figures.environments);
});
