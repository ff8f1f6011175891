import { expect, test } from '@jest/globals';
import { settleAccount } from '../../src/billing/settle-account.ts';
import { accountId, billingBench } from './billing-bench.ts';

test('a paid Checkout gives the plan, and each change is told once', async () => {
  const bench = await billingBench();
  const { url } = await bench.checkout('developer');
  bench.pay(url);
  expect(await settleAccount(bench.deps, accountId)).toMatchObject({ planId: 'developer', inactive: null });
  await settleAccount(bench.deps, accountId);
  expect(await bench.activity()).toEqual([]);
});
