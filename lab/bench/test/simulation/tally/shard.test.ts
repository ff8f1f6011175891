import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arrivals, readShard } from '../../../scale/tally-simulation.ts';
import { seededRandom } from '../../../statistics.ts';

const batching = { size: 100, windowMs: 1_000 };
const batchMs = (records: number, writes: number) => 5 + records * 0.5 + writes * 0.1;

test('every record is in one batch, in order and not before it came, and no batch is larger than it may be', () => {
  const phase = fc.record({ seconds: fc.integer({ min: 1, max: 5 }), perSecond: fc.integer({ min: 1, max: 400 }) });
  fc.assert(
    fc.property(
      fc.array(phase, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 200 }),
      fc.nat(),
      fc.option(fc.record({ from: fc.integer({ min: 0, max: 5_000 }), length: fc.integer({ min: 1, max: 5_000 }) })),
      (phases, counters, seed, out) => {
        const came = arrivals(phases, counters, seededRandom(seed));
        const outage = out && { from: out.from, to: out.from + out.length };
        const batches = readShard(came, { batching, batchMs, ...(outage && { outage }) });
        let next = 0;
        let before = 0;
        for (const { startedAt, doneAt, records, writes } of batches) {
          next += records;
          expect(came[next - 1]?.at).toBeLessThanOrEqual(startedAt);
          expect(startedAt).toBeGreaterThanOrEqual(before);
          if (outage) expect(startedAt < outage.from || startedAt >= outage.to).toBe(true);
          expect(records).toBeLessThanOrEqual(batching.size);
          expect(writes).toBeLessThanOrEqual(2 * Math.min(records, counters));
          before = doneAt;
        }
        expect(next).toBe(came.length);
      },
    ),
    { numRuns: 50 },
  );
});

describe('a batch', () => {
  const at = (...times: number[]) => times.map((time, counter) => ({ at: time, counter }));

  test('waits for its window, from the poll that found its first record', () => {
    const [batch] = readShard(at(10, 900, 1_240), { batching, batchMs: () => 7 });
    expect(batch).toMatchObject({ records: 3, doneAt: 250 + 1_000 + 7 });
  });

  test('goes at once when it is full', () => {
    const full = at(...Array.from({ length: 100 }, (_, index) => index));
    expect(readShard(full, { batching, batchMs: () => 7 })[0]).toMatchObject({ records: 100, doneAt: 257 });
  });

  test('writes a minute and an hour for each counter once', () => {
    const came = [1, 2, 3, 4].map((time) => ({ at: time, counter: time % 2 }));
    expect(readShard(came, { batching, batchMs: () => 7 })[0]).toMatchObject({ records: 4, writes: 4 });
  });
});

test('records come sorted, about as many as the phases say, for counters that there are', () => {
  const came = arrivals(
    [
      { seconds: 50, perSecond: 100 },
      { seconds: 50, perSecond: 20 },
    ],
    8,
    seededRandom(1),
  );
  expect(came).toEqual(came.toSorted((one, other) => one.at - other.at));
  const first = came.filter(({ at }) => at < 50_000).length;
  expect(first / 5_000).toBeCloseTo(1, 1);
  expect((came.length - first) / 1_000).toBeCloseTo(1, 1);
  expect(new Set(came.map(({ counter }) => counter))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
});
