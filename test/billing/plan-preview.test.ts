import { describe, expect, test } from '@jest/globals';
import { changePaidPlan } from '../../src/billing/change-paid-plan.ts';
import { previewPlanChange } from '../../src/billing/plan-preview.ts';
import { effectiveLimits } from '../../src/keys/key-slots.ts';
import { dayMs } from '../../src/time.ts';
import { byCustomer } from '../support/change-requests.ts';
import { plans } from '../support/settings.ts';
import { accountId, type BillingBench, billingBench } from './billing-bench.ts';

const quota = (planId: string): number => plans.find(planId)?.limits.callsPerDay ?? 0;
const preview = ({ deps }: BillingBench, planId: string) => previewPlanChange(deps, accountId, planId);
const changeAsSeen = ({ deps }: BillingBench, planId: string, seen: string) =>
  changePaidPlan(deps, byCustomer(accountId), planId, seen);

/** At noon of the sixth day of a month of 30. */
async function subscribed(planId: string): Promise<BillingBench> {
  const bench = await billingBench();
  await bench.subscribe(planId);
  bench.advance(5.5 * dayMs);
  return bench;
}

/** What a change to a plan charges, less what it credits. */
async function costOf(bench: BillingBench, change: () => Promise<unknown>): Promise<number> {
  const before = await bench.money();
  await change();
  const after = await bench.money();
  return after.paid - after.credit - (before.paid - before.credit);
}

describe('the preview', () => {
  test('of a larger plan is what the change charges, and the calls that today has then', async () => {
    const bench = await subscribed('developer');
    const shown = await preview(bench, 'scale');
    expect(shown).toMatchObject({ kind: 'charge', currency: 'usd', from: bench.deps.clock() });
    expect(await costOf(bench, () => changeAsSeen(bench, 'scale', shown.preview))).toBe(shown.amount);
    expect(shown.amount).toBe(Math.round((249_900 - 4_900) * (24.5 / 30)));
    const scale = plans.find('scale')?.limits ?? plans.free.limits;
    expect(effectiveLimits(scale, await bench.account(), bench.deps.clock()).callsPerDay).toBe(shown.callsToday);
    expect(shown.callsToday).toBe(quota('developer') + (quota('scale') - quota('developer')) / 2);
  });

  test.each(['developer', 'free'])('of a change down to %s is the credit from midnight on', async (planId) => {
    const bench = await subscribed('business');
    const shown = await preview(bench, planId);
    expect(shown).toMatchObject({ kind: 'credit', from: bench.deps.clock() + dayMs / 2, callsToday: quota(planId) });
    expect(await costOf(bench, () => changeAsSeen(bench, planId, shown.preview))).toBe(-shown.amount);
    const price = planId === 'free' ? 0 : 4_900;
    expect(Math.abs(shown.amount - ((49_900 - price) * 24) / 30)).toBeLessThanOrEqual(1);
  });

  test('of a plan that today is paid for already charges nothing for today', async () => {
    const bench = await subscribed('business');
    await bench.change('developer');
    const shown = await preview(bench, 'business');
    expect(shown).toMatchObject({ from: bench.deps.clock() + dayMs / 2, callsToday: quota('business') });
  });

  test('of a first payment leads to Checkout', async () => {
    const bench = await billingBench();
    bench.advance(dayMs / 4);
    const callsToday = quota('free') + (quota('business') - quota('free')) * 0.75;
    expect(await preview(bench, 'business')).toMatchObject({ kind: 'checkout', amount: 49_900, callsToday });
  });
});

describe('a confirmed change is refused, and nothing is charged,', () => {
  test('if the day has changed since', async () => {
    const bench = await subscribed('developer');
    const shown = await preview(bench, 'scale');
    bench.advance(dayMs / 2 - 1);
    await expect(costOf(bench, () => changeAsSeen(bench, 'business', shown.preview))).rejects.toMatchObject({
      code: 'preview_outdated',
    });
    bench.advance(1);
    const refused = changeAsSeen(bench, 'scale', shown.preview);
    await expect(refused).rejects.toMatchObject({ code: 'preview_outdated' });
    expect(await bench.account()).toMatchObject({ planId: 'developer' });
  });

  test('if another tab has changed the plan since', async () => {
    const bench = await subscribed('developer');
    const [one, other] = [await preview(bench, 'scale'), await preview(bench, 'business')];
    await changeAsSeen(bench, 'business', other.preview);
    const before = await bench.money();
    await expect(changeAsSeen(bench, 'scale', one.preview)).rejects.toMatchObject({ code: 'preview_outdated' });
    expect(await bench.money()).toEqual(before);
    expect(await bench.account()).toMatchObject({ planId: 'business' });
  });
});
