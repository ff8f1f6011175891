import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Outcome, outcomes } from '../../src/records/outcome.ts';
import { latencyBucket } from '../../src/usage/latency-histogram.ts';
import { FiguresSum, MethodSum } from '../../src/usage/usage-report.ts';

describe('figures', () => {
  test('without calls are zeros, without outcomes and latency', () => {
    expect(new FiguresSum().figures()).toEqual({
      calls: 0,
      errors: 0,
      outcomes: {},
      latency: null,
      rpcErrorCodes: {},
    });
  });

  test('add up calls by outcome; all except `ok` are errors', () => {
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

  test('have the percentiles of the latencies, which do not count as calls', () => {
    const sum = new FiguresSum();
    for (let ms = 1; ms <= 20; ms += 1) sum.add({ latencyBucket: latencyBucket(ms), amount: 5 });
    expect(sum.figures()).toMatchObject({ calls: 0, errors: 0, outcomes: {}, latency: { p50: 10, p95: 19, p99: 20 } });
  });

  test('have the error codes that occurred, which do not count as calls', () => {
    const sum = new FiguresSum();
    for (const errorCode of ['other', -32_602, 3, -32_602] as const) sum.add({ errorCode, amount: 2 });
    expect(sum.figures()).toMatchObject({ calls: 0, rpcErrorCodes: { '-32602': 4, 3: 2, other: 2 } });
  });
});

describe('the figures of a method', () => {
  test('have the mean of the answered calls, to a tenth of a millisecond', () => {
    const sum = new MethodSum();
    sum.add({ method: 'getSlot', outcome: 'ok', amount: 2 });
    sum.add({ method: 'getSlot', outcome: 'rpc_error', amount: 1 });
    sum.add({ method: 'getSlot', outcome: 'rate_limited', amount: 7 });
    sum.add({ method: 'getSlot', milliseconds: 100 });
    expect(sum.figures()).toEqual({
      calls: 10,
      errors: 8,
      outcomes: { ok: 2, rpc_error: 1, rate_limited: 7 },
      meanLatency: 33.3,
    });
  });

  test('have no mean if no call was answered', () => {
    const sum = new MethodSum();
    sum.add({ method: 'getSlot', outcome: 'upstream_timeout', amount: 2 });
    expect(sum.figures()).toMatchObject({ calls: 2, meanLatency: null });
  });
});
