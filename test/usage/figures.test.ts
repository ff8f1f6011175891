import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Outcome, outcomes } from '../../src/records/outcome.ts';
import { FiguresSum } from '../../src/usage/figures.ts';
import { latencyBucket } from '../../src/usage/latency-histogram.ts';

describe('figures', () => {
  test('of nothing are zeros, without outcomes and latency', () => {
    expect(new FiguresSum().figures()).toEqual({ calls: 0, errors: 0, outcomes: {}, latency: null });
  });

  test('add calls up by outcome; all but those that ended ok are errors', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...outcomes), fc.integer({ min: 1, max: 1e9 }))), (amounts) => {
        const sum = new FiguresSum();
        for (const [outcome, amount] of amounts) sum.add({ method: 'getSlot', outcome, amount });
        const figures = sum.figures();
        const total = (kept: (outcome: Outcome) => boolean) =>
          amounts.reduce((all, [outcome, amount]) => all + (kept(outcome) ? amount : 0), 0);
        expect(figures.calls).toBe(total(() => true));
        expect(figures.errors).toBe(total((outcome) => outcome !== 'ok'));
        for (const outcome of outcomes) expect(figures.outcomes[outcome] ?? 0).toBe(total((one) => one === outcome));
        expect(Object.values(figures.outcomes)).not.toContain(0);
      }),
    );
  });

  test('have the percentiles of the latencies, which are no calls of their own', () => {
    const sum = new FiguresSum();
    for (let ms = 1; ms <= 20; ms += 1) sum.add({ latencyBucket: latencyBucket(ms), amount: 5 });
    expect(sum.figures()).toEqual({ calls: 0, errors: 0, outcomes: {}, latency: { p50: 10, p95: 19, p99: 20 } });
  });
});
