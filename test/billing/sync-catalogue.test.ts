import { expect, test } from '@jest/globals';
import { openPortal } from '../../src/billing/billing-portal.ts';
import { currencyDecimals } from '../../src/billing/stripe-prices.ts';
import { syncCatalogue } from '../../src/billing/sync-catalogue.ts';
import { Plans } from '../../src/plans.ts';
import { plans } from '../support/settings.ts';
import { accountId, billingBench } from './billing-bench.ts';

const priced = plans.all.filter(({ pricePerMonth }) => pricePerMonth > 0);

test('a dry run says what a run does; a second run changes nothing', async () => {
  const { deps } = await billingBench();
  const settings = { ...deps.settings, cataloguePrefix: 'other' };
  const catalogue = { ...deps, settings, serviceName: 'Sluice' };
  const announced = await syncCatalogue(catalogue, { dryRun: true });
  expect(announced.length).toBe(2 * priced.length + 1);
  expect(announced.map(({ what }) => what)).toContain('Price of developer: 49.00 usd a month, tax exclusive');
  expect(await syncCatalogue(catalogue, { dryRun: false })).toEqual(announced);
  expect(await syncCatalogue(catalogue, { dryRun: false })).toEqual([]);
});

test('a new price replaces the old one for new customers; subscriptions keep theirs; the old one can come back', async () => {
  const bench = await billingBench();
  await bench.subscribe('developer');
  const dearer = plans.all.map((plan) => (plan.id === 'developer' ? { ...plan, pricePerMonth: 59 } : plan));
  const deps = { ...bench.deps, plans: new Plans(dearer), serviceName: 'Sluice' };
  const kinds = async (of: typeof deps) => (await syncCatalogue(of, { dryRun: false })).map(({ kind }) => kind);
  expect(await kinds(deps)).toEqual(['create', 'deactivate']);
  expect(await kinds(deps)).toEqual([]);
  expect(await bench.settle()).toMatchObject({ planId: 'developer' });
  await expect(bench.change('developer')).resolves.toMatchObject({ kind: 'changed' });
  expect(await bench.money()).toMatchObject({ paid: 4_900 });
  expect(await kinds({ ...deps, plans })).toEqual(['update', 'deactivate']);
});

test('a retired plan is not sold any more', async () => {
  const bench = await billingBench();
  const retired = plans.all.map((plan) => (plan.id === 'scale' ? { ...plan, availability: 'retired' as const } : plan));
  const deps = { ...bench.deps, plans: new Plans(retired), serviceName: 'Sluice' };
  expect(await syncCatalogue(deps, { dryRun: false })).toMatchObject([{ kind: 'deactivate' }]);
});

test('the portal shows cards and invoices and cancels at once, but changes no plan', async () => {
  const bench = await billingBench();
  await expect(openPortal(bench.deps, accountId, 'https://dashboard.example/plan')).rejects.toMatchObject({
    code: 'no_customer',
  });
  await bench.subscribe('developer');
  expect((await openPortal(bench.deps, accountId, 'https://dashboard.example/plan')).url).toContain('/portal/');
  const { data } = await bench.deps.stripe.billingPortal.configurations.list();
  expect(data.map(({ features }) => features)).toMatchObject([
    {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'immediately', proration_behavior: 'none' },
      subscription_update: { enabled: false },
    },
  ]);
});

test.each([
  ['usd', 2],
  ['jpy', 0],
  ['kwd', 3],
  // ISO 4217 has no decimals for it, Stripe has two.
  ['isk', 2],
  ['ugx', 2],
])('amounts of %s have %i decimals', (currency, decimals) => {
  expect(currencyDecimals(currency)).toBe(decimals);
});
