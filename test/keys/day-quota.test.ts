import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Account, noSubscription } from '../../src/directory/directory-items.ts';
import { callsLacking, dayQuotaAfter, planPaidToday, wholeDayQuota } from '../../src/keys/day-quota.ts';
import { Plans } from '../../src/plans.ts';
import { dayMs } from '../../src/time.ts';
import { plans } from '../support/settings.ts';

const midnight = Date.UTC(2026, 10, 20);
const noon = midnight + dayMs / 2;
const quota = (planId: string): number => plans.find(planId)?.limits.callsPerDay ?? 0;

const account = (planId: string, more: Partial<Account> = {}): Account => ({
  accountId: 'acme',
  email: 'ada@example.com',
  planId,
  state: 'active',
  inactive: null,
  billing: { ...noSubscription, customerId: 'cus_1', subscriptionId: planId === 'free' ? null : 'sub_1' },
  sessionsValidFrom: 0,
  recoveryCodes: [],
  version: 1,
  createdAt: 0,
  activeKeys: [],
  freedSlots: [],
  dayQuota: null,
  deletingSince: null,
  ...more,
});

/** The account after its plan was changed by a payment. */
function paidFor(before: Account, planId: string, now: number, chargedSince?: number): Account {
  const dayQuota = dayQuotaAfter(before, { planId, inactive: null }, { plans, now, chargedSince });
  const subscriptionId = planId === 'free' ? null : 'sub_1';
  return {
    ...before,
    planId,
    inactive: null,
    dayQuota,
    billing: { ...noSubscription, customerId: 'cus_1', subscriptionId },
  };
}

describe('a change up', () => {
  test('adds the difference in proportion to what is left of the UTC day, rounded up', () => {
    const { dayQuota } = paidFor(account('developer'), 'scale', noon);
    expect(dayQuota).toMatchObject({
      day: '2026-11-20',
      planId: 'scale',
      calls: quota('developer') + (quota('scale') - quota('developer')) / 2,
    });
    const late = paidFor(account('developer'), 'scale', midnight + dayMs - 1);
    expect(late.dayQuota?.calls).toBe(quota('developer') + 1);
    expect(paidFor(account('free'), 'developer', midnight).dayQuota?.calls).toBe(quota('developer'));
  });

  test('counts from the start of its subscription, and gives the whole quota on the next day', () => {
    expect(paidFor(account('free'), 'scale', noon, midnight + dayMs / 4).dayQuota?.calls).toBe(
      quota('free') + Math.ceil((quota('scale') - quota('free')) * 0.75),
    );
    expect(paidFor(account('free'), 'scale', noon, midnight - 5 * dayMs).dayQuota?.calls).toBe(quota('scale'));
  });

  test('twice on a day adds both', () => {
    const first = paidFor(account('free'), 'developer', midnight + dayMs / 4);
    const second = paidFor(first, 'scale', noon);
    const calls =
      quota('free') + (quota('developer') - quota('free')) * 0.75 + (quota('scale') - quota('developer')) * 0.5;
    expect(second.dayQuota?.calls).toBe(calls);
  });

  test('gives slots that the plan did not have only their own part', () => {
    const [developer, scale] = [plans.find('developer'), plans.find('scale')];
    const changed = paidFor(account('developer'), 'scale', noon);
    expect(callsLacking(changed, (developer?.keys ?? 0) - 1, noon)).toBe(0);
    const lacks = callsLacking(changed, developer?.keys ?? 0, noon);
    expect((changed.dayQuota?.calls ?? 0) - lacks).toBe((scale?.limits.callsPerDay ?? 0) / 2);
    expect(callsLacking(changed, 19, noon + dayMs)).toBe(0);
  });
});

describe('a change down', () => {
  test('remembers up to which plan the day is paid, so that the plan can be taken up again', () => {
    const down = paidFor(account('business'), 'developer', noon);
    expect(planPaidToday(down, { plans, now: noon }).id).toBe('business');
    const again = paidFor(down, 'business', noon + 1_000);
    expect(again.dayQuota?.calls).toBe(quota('business'));
    expect(planPaidToday(again, { plans, now: noon + dayMs }).id).toBe('business');
  });

  test('of an unpaid plan pays for nothing', () => {
    const unpaid = account('scale', { inactive: 'unpaid' });
    expect(planPaidToday(paidFor(unpaid, 'free', noon), { plans, now: noon }).id).toBe('free');
  });
});

describe('an unpaid plan that comes back', () => {
  const unpaid = account('scale', { inactive: 'unpaid' });

  test('has its whole quota if its period began on an earlier day: all of today is charged', () => {
    expect(paidFor(unpaid, 'scale', noon, noon - dayMs).dayQuota).toBeNull();
  });

  test('has it from the beginning of its period, if that is today: the period before was never paid', () => {
    const six = noon - 6 * 3_600_000;
    const { dayQuota } = paidFor(unpaid, 'scale', noon, six);
    expect(dayQuota?.calls).toBe(quota('free') + (quota('scale') - quota('free')) * 0.75);
  });
});

test('the operator gives the whole quota at once, also after a change by a payment', () => {
  const scale = plans.find('scale') ?? plans.free;
  expect(wholeDayQuota(account('free'), scale, noon)).toBeNull();
  const changed = paidFor(account('free'), 'developer', noon);
  expect(wholeDayQuota(changed, scale, noon)).toMatchObject({ calls: quota('scale'), laterSlots: [] });
});

test('whatever the changes of a day, a key may call at most the quotas in the shares that they were paid', () => {
  const ids = plans.all.map(({ id }) => id);
  const changes = fc.array(fc.tuple(fc.constantFrom(...ids), fc.nat(dayMs - 1)), { minLength: 1, maxLength: 8 });
  const property = fc.property(fc.constantFrom(...ids), changes, (first, drawn) => {
    const ordered = drawn.toSorted(([, one], [, other]) => one - other);
    let now = account(first);
    let most = quota(first);
    let paid = quota(first);
    let paidFor24 = quota(first);
    for (const [planId, at] of ordered) {
      now = paidFor(now, planId, midnight + at);
      most = Math.max(most, Math.min(quota(planId), now.dayQuota?.calls ?? quota(planId)));
      // The day stays charged at the largest plan so far.
      paid += Math.max(0, quota(planId) - paidFor24) * (1 - at / dayMs);
      paidFor24 = Math.max(paidFor24, quota(planId));
    }
    expect(most).toBeLessThanOrEqual(paid + ordered.length);
  });
  fc.assert(property, { numRuns: 2_000 });
});

test('a plan that the settings do not have any more changes nothing', () => {
  const one = new Plans(plans.all.slice(0, 1));
  expect(dayQuotaAfter(account('free'), { planId: 'scale', inactive: null }, { plans: one, now: noon })).toBeNull();
});
