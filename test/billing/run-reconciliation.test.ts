import { beforeEach, describe, expect, test } from '@jest/globals';
import { runReconciliation } from '../../src/billing/run-reconciliation.ts';
import type { Metrics } from '../../src/embedded-metrics.ts';
import { dayMs } from '../../src/time.ts';
import { type BillingBench, billingBench, startedAt } from './billing-bench.ts';

const hour = 3_600_000;

let bench: BillingBench;
let emitted: Metrics[];
let scans: number;
beforeEach(async () => {
  bench = await billingBench();
  await bench.subscribe('developer');
  scans = 0;
});

/** One run, with the metrics that it emits. */
async function run(deadline = Number.POSITIVE_INFINITY): Promise<void> {
  emitted = [];
  const scan = async () => {
    scans += 1;
    return { items: [{ ...(await bench.account()), pk: 'ACCOUNT#acme', sk: 'ACCOUNT' }], next: undefined };
  };
  await runReconciliation({ ...bench.deps, scan, emit: (metrics) => emitted.push(metrics) }, deadline);
}

const valueIn = (name: keyof Metrics['values'], plan?: string) =>
  emitted.find(({ values, dimensions }) => name in values && dimensions.plan === plan)?.values[name]?.value;

describe('the pass of the night', () => {
  test('is made by the first run of a UTC day, and reports accounts by plan and revenue', async () => {
    await run();
    expect([valueIn('Accounts', 'developer'), valueIn('Accounts', 'business')]).toEqual([1, 0]);
    expect(valueIn('MonthlyRecurringRevenue')).toBe(49);
    expect([valueIn('BillingPassComplete'), valueIn('BillingRunComplete')]).toEqual([1, 1]);
    expect([valueIn('BillingDifferences'), valueIn('FailedPayments')]).toEqual([0, 0]);
    expect(JSON.stringify(emitted)).not.toMatch(/acme|ada@example|cus_/);
    await run();
    expect([valueIn('BillingPassComplete'), valueIn('BillingRunComplete')]).toEqual([undefined, 1]);
    bench.advance(dayMs);
    await run();
    expect(valueIn('BillingPassComplete')).toBe(1);
    expect(scans).toBe(2);
  });

  test('repairs what a lost event has left behind, and says so once', async () => {
    await run();
    const { billing } = await bench.account();
    await bench.deps.stripe.subscriptions.cancel(billing?.subscriptionId ?? '');
    bench.advance(dayMs);
    await run();
    expect(await bench.account()).toMatchObject({ planId: 'free' });
    expect(valueIn('BillingDifferences')).toBe(1);
    expect(bench.logged.join()).toContain('account_repaired');
    bench.advance(dayMs);
    await run();
    expect(valueIn('BillingDifferences')).toBe(0);
  });

  test('is repeated two hours later if an account failed', async () => {
    bench.api.setOutage({ kind: 'error', until: startedAt + hour });
    await run();
    expect([valueIn('BillingPassComplete'), valueIn('BillingRunComplete')]).toEqual([0, 1]);
    bench.advance(hour);
    await run();
    expect(valueIn('BillingPassComplete')).toBeUndefined();
    bench.advance(hour);
    await run();
    expect(valueIn('BillingPassComplete')).toBe(1);
  });
});

test('a grace period ends on time, by the run after it; also while Stripe does not answer, which is not a success', async () => {
  await bench.setCard('is_declined');
  bench.advance(31 * dayMs);
  await bench.settle();
  const { graceEndsAt } = (await bench.account()).billing ?? {};
  expect(graceEndsAt).toBeGreaterThan(bench.deps.clock());
  await run();
  expect([(await bench.account()).inactive, valueIn('FailedPayments')]).toEqual([null, 1]);
  bench.advance(Number(graceEndsAt) - bench.deps.clock());
  bench.api.setOutage({ kind: 'error', until: bench.deps.clock() + hour });
  await run();
  expect((await bench.account()).inactive).toBe('unpaid');
  expect(valueIn('BillingRunComplete')).toBe(0);
  bench.advance(hour);
  await run();
  expect([(await bench.account()).inactive, valueIn('BillingRunComplete')]).toEqual(['unpaid', 1]);
});
