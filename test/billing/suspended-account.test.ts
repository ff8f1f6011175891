import { describe, expect, test } from '@jest/globals';
import { resumeAccount, suspendAccount } from '../../src/accounts/account-plan.ts';
import { dayMs } from '../../src/time.ts';
import { byOperator } from '../support/change-requests.ts';
import { accountId, type BillingBench, billingBench } from './billing-bench.ts';

async function suspended(advanceMs = 0, card: 'pays' | 'is_declined' = 'pays'): Promise<BillingBench> {
  const bench = await billingBench();
  await bench.subscribe('business');
  await bench.setCard(card);
  bench.advance(advanceMs);
  await bench.settle();
  await suspendAccount(bench.deps, byOperator(accountId));
  await bench.settle();
  return bench;
}

describe('a suspended account', () => {
  test('is not charged for another month: its subscription ends with the paid one', async () => {
    const bench = await suspended();
    bench.advance(32 * dayMs);
    expect(await bench.settle()).toMatchObject({ planId: 'free', state: 'suspended' });
    expect((await bench.money()).paid).toBe(49_900);
  });

  test('is not charged for the month that has begun and is not paid', async () => {
    for (const [advance, card] of [
      [30 * dayMs + 1_800_000, 'pays'],
      [31 * dayMs, 'is_declined'],
    ] as const) {
      const bench = await suspended(advance, card);
      await bench.setCard('pays');
      bench.advance(20 * dayMs);
      await bench.settle();
      expect((await bench.money()).paid).toBe(49_900);
    }
  });

  test('neither buys nor changes a plan, but may end its own', async () => {
    const bench = await suspended();
    await expect(bench.checkout('scale')).rejects.toMatchObject({ code: 'account_suspended' });
    await expect(bench.change('scale')).rejects.toMatchObject({ code: 'account_suspended' });
    expect(await bench.change('free')).toMatchObject({ account: { planId: 'free', state: 'suspended' } });
  });

  test('that is resumed in time goes on paying', async () => {
    const bench = await suspended();
    bench.advance(5 * dayMs);
    await resumeAccount(bench.deps, byOperator(accountId));
    await bench.settle();
    bench.advance(27 * dayMs);
    expect(await bench.settle()).toMatchObject({ planId: 'business', state: 'active' });
    expect((await bench.money()).paid).toBe(2 * 49_900);
  });
});

describe('the grace period', () => {
  const renewal = 31 * dayMs;

  test('comes once in so many months, also with another subscription', async () => {
    const bench = await billingBench({ settings: { graceEveryMonths: 6 } });
    await bench.subscribe('developer');
    await bench.setCard('is_declined');
    bench.advance(renewal);
    expect(await bench.settle()).toMatchObject({ inactive: null, billing: { graceEndsAt: expect.any(Number) } });
    await bench.setCard('pays');
    await bench.subscribe('developer');
    await bench.setCard('is_declined');
    bench.advance(renewal + dayMs);
    expect(await bench.settle()).toMatchObject({ inactive: 'unpaid', billing: { graceEndsAt: null } });
  });

  test('comes again after those months', async () => {
    const bench = await billingBench({ settings: { graceEveryMonths: 2 } });
    await bench.subscribe('developer');
    await bench.setCard('is_declined');
    bench.advance(renewal);
    await bench.settle();
    await bench.setCard('pays');
    bench.advance(70 * dayMs);
    await bench.settle();
    await bench.setCard('is_declined');
    let account = await bench.settle();
    for (let day = 0; day < 33 && !account.billing?.graceEndsAt; day += 1) {
      bench.advance(dayMs);
      account = await bench.settle();
      expect(account.inactive).toBeNull();
    }
    expect(account).toMatchObject({ inactive: null, billing: { graceEndsAt: expect.any(Number) } });
  });

  test('does not follow a trial that nobody paid for', async () => {
    const bench = await billingBench({ settings: { trialDays: 14 } });
    await bench.subscribe('scale');
    await bench.setCard('is_declined');
    bench.advance(15 * dayMs);
    expect(await bench.settle()).toMatchObject({ inactive: 'unpaid', billing: { graceEndsAt: null } });
  });
});
