import { describe, expect, test } from '@jest/globals';
import { billingSummary } from '../../src/billing/billing-summary.ts';
import { takeForEvent, takeStripeRequests } from '../../src/billing/stripe-budget.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { accountId, billingBench } from './billing-bench.ts';

const perSecond = 100;

async function start() {
  const bench = await billingBench({
    settings: { stripeRequestsPerSecond: perSecond },
    directory: await emptyDirectory(),
  });
  /** How many of these operations pass at once. */
  const passing = async (count: number, take: (index: number) => Promise<unknown>): Promise<number> => {
    let passed = 0;
    for (let index = 0; index < count; index += 1) {
      try {
        await take(index);
        passed += 1;
      } catch (error) {
        expect(error).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: expect.any(Number) });
      }
    }
    return passed;
  };
  return { ...bench, passing };
}

const stranger = (id: string) => ({ accountId: id, billing: null, inactive: null });

describe('the requests to Stripe', () => {
  test('of an account are 400 at once, and one a second after that', async () => {
    const { deps, passing, subscribe, advance } = await start();
    const account = await subscribe('developer');
    const change = () => takeStripeRequests(deps, account, 'change');
    expect(await passing(25, change)).toBe(20);
    advance(20_000);
    expect(await passing(10, change)).toBe(1);
  });

  test('of all strangers together are a tenth of what Stripe takes', async () => {
    const { deps, passing, advance } = await start();
    const checkout = (index: number) => takeStripeRequests(deps, stranger(`account-${index}`), 'checkout');
    await passing(200, checkout);
    let requests = 0;
    for (let second = 0; second < 60; second += 1) {
      advance(1_000);
      requests += 10 * (await passing(20, (index) => checkout(1_000 * (second + 1) + index)));
    }
    expect(requests / 60).toBeLessThanOrEqual(perSecond / 10);
    expect(requests / 60).toBeGreaterThan(perSecond / 20);
  });

  test('of strangers and of other customers keep nobody from ending a plan', async () => {
    const { deps, passing, subscribe } = await start();
    const account = await subscribe('developer');
    const other = (index: number) => ({ ...account, accountId: `account-${index}` });
    await passing(200, (index) => takeStripeRequests(deps, stranger(`stranger-${index}`), 'checkout'));
    expect(await passing(1, () => takeStripeRequests(deps, account, 'preview'))).toBe(1);
    expect(await passing(200, (index) => takeStripeRequests(deps, other(index), 'change'))).toBeLessThan(30);
    expect(await passing(1, () => takeStripeRequests(deps, account, 'end'))).toBe(1);
  });

  test('of an account are not used up while those of all are', async () => {
    const { deps, passing, subscribe, advance } = await start();
    const account = await subscribe('developer');
    const other = (index: number) => ({ ...account, accountId: `account-${index}` });
    await passing(200, (index) => takeStripeRequests(deps, other(index), 'change'));
    expect(await passing(100, () => takeStripeRequests(deps, account, 'change'))).toBe(0);
    advance(60_000);
    expect(await passing(25, () => takeStripeRequests(deps, account, 'change'))).toBe(20);
  });

  test('of events have room of their own, when customers have used theirs', async () => {
    const { deps, passing } = await start();
    await passing(200, (index) => takeStripeRequests(deps, stranger(`account-${index}`), 'change'));
    expect(await takeForEvent(deps)).toBe(0);
    const waits: number[] = [];
    for (let event = 0; event < 100; event += 1) waits.push(await takeForEvent(deps));
    // Stripe sends an event again that was answered with 503.
    expect(waits.filter((ms) => ms === 0).length).toBeLessThan(60);
    expect(Math.max(...waits)).toBeGreaterThan(0);
  });

  test('pass if DynamoDB cannot count them: Stripe has a limit of its own', async () => {
    const { deps } = await start();
    const directory = { ...deps.directory, update: () => Promise.reject(new Error('no table')) };
    await takeStripeRequests({ ...deps, directory }, stranger(accountId), 'change');
    expect(await takeForEvent({ ...deps, directory })).toBe(0);
  });
});

test('the state of payments is shown without a request to Stripe', async () => {
  const { deps, api, subscribe } = await start();
  await subscribe('developer');
  const before = api.requests;
  for (let view = 0; view < 20; view += 1) {
    expect(await billingSummary(deps, accountId)).toMatchObject({ state: 'paid', readAt: deps.clock() });
  }
  expect(api.requests).toBe(before);
});
