import { expect, test } from '@jest/globals';
import { changePaidPlan } from '../../src/billing/change-paid-plan.ts';
import { startCheckout } from '../../src/billing/checkout.ts';
import { endGracePeriods } from '../../src/billing/grace-periods.ts';
import { reconcileOne } from '../../src/billing/reconcile.ts';
import { settleAccount } from '../../src/billing/settle-account.ts';
import { dayMs } from '../../src/time.ts';
import { byCustomer } from '../support/change-requests.ts';
import { effort } from '../support/effort.ts';
import { accountId, type BillingBench, billingBench, type Card, returnUrls } from './billing-bench.ts';
import { fairPrice, pass, restOfDays, type Segment } from './fair-price.ts';
import { gatewayProcess, seededRandom } from './gateway-process.ts';

// Histories of a customer with several tabs, of processes that die and requests to Stripe that fail, interleaved at every
// call. Longer: HISTORIES=20000 npm test -- test/billing/interleavings; one again: SEED=17 HISTORIES=1.

const firstSeed = Number(process.env.SEED ?? 1);
const histories = Number(process.env.HISTORIES ?? effort(40, 1_000));
const planIds = ['free', 'developer', 'business', 'scale'];
const cards = ['pays', 'pays', 'is_declined', 'asks'] as const;
// A month and half an hour: the invoice of a renewal is a draft then.
const gaps = [0, 1_000, 3_600_000, 6 * 3_600_000, 2 * dayMs, 9 * dayMs, 30 * dayMs + 1_800_000, 31 * dayMs];
const live = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];

type History = {
  readonly bench: BillingBench;
  readonly random: () => number;
  /** Addresses that the customer has seen. */
  readonly pages: string[];
  readonly segments: Segment[];
};

const oneOf = <T>(random: () => number, all: readonly T[]): T => {
  const chosen = all[Math.floor(random() * all.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from.');
  return chosen;
};

const letPass = async ({ bench, segments }: History, ms: number): Promise<void> => {
  segments.push(...(await pass(bench, ms)));
};

/** What the gateway and Stripe refuse is part of a history. */
const refusals = [
  'account_busy',
  'already_subscribed',
  'billing_unavailable',
  'checkout_required',
  'payment_in_progress',
  'process_died',
  'subscription_changed',
];

/** Starts a request in a process of its own, which may die. */
function start(history: History, work: (deps: BillingBench['deps']) => Promise<unknown>): Promise<void> {
  const { bench, random, pages } = history;
  const fate = { faults: random() < 0.3 ? 0.2 : 0, ...(random() < 0.3 && { diesAt: 1 + Math.floor(random() * 25) }) };
  return work(gatewayProcess(bench.deps, bench.api, random, fate))
    .then((result) => {
      const url = Object(result).url;
      if (typeof url === 'string') pages.push(url);
    })
    .catch((error: { code?: string; param?: string }) => {
      // The process stood still for half an hour.
      if (!refusals.includes(error.code ?? '') && error.param !== 'expires_at') throw error;
    });
}

function usePage({ bench, random, pages }: History): void {
  if (pages.length === 0) return;
  tryToPay(bench, oneOf(random, pages), oneOf(random, cards));
}

function tryToPay(bench: BillingBench, url: string, card: Card): void {
  try {
    if (url.includes('/checkout/')) bench.pay(url, card);
    else bench.payInvoice(url, card);
  } catch {
    // The page is no longer open.
  }
}

const actions: ((history: History) => Promise<void> | void)[] = [
  (history) =>
    start(history, (deps) =>
      startCheckout(deps, byCustomer(accountId), oneOf(history.random, planIds.slice(1)), returnUrls),
    ),
  (history) => start(history, (deps) => changePaidPlan(deps, byCustomer(accountId), oneOf(history.random, planIds))),
  (history) => start(history, (deps) => settleAccount(deps, accountId)),
  (history) => start(history, (deps) => endGracePeriods(deps, Number.POSITIVE_INFINITY)),
  (history) => start(history, (deps) => reconcileOne(deps, accountId, false)),
  usePage,
  usePage,
  usePage,
  (history) => letPass(history, oneOf(history.random, gaps)),
  async ({ bench, random }) => {
    if (await bench.customerId()) await bench.setCard(oneOf(random, cards));
  },
];

async function subscriptionsOf(bench: BillingBench): Promise<{ status: string; id: string }[]> {
  const customer = await bench.customerId();
  if (!customer) return [];
  const { data } = await bench.deps.stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
  return data;
}

const openSubscriptions = async (bench: BillingBench) =>
  (await subscriptionsOf(bench)).filter(({ status }) => live.includes(status));

async function play(history: History): Promise<void> {
  const { bench, random } = history;
  const requests: Promise<void>[] = [];
  for (let index = 0; index < 14; index += 1) {
    const action = Promise.resolve(oneOf(random, actions)(history));
    requests.push(action);
    if (random() < 0.6) await Promise.race([action, turns(200)]);
    // By our doing an account never has two subscriptions, not even for a moment.
    expect((await openSubscriptions(bench)).length).toBeLessThanOrEqual(1);
  }
  await Promise.all(requests);
  // Whatever page was handed out: the customer pays on all that still take money.
  for (const url of history.pages.toReversed()) {
    tryToPay(bench, url, 'pays');
    expect((await openSubscriptions(bench)).length).toBeLessThanOrEqual(1);
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** After one reconciliation the account is what Stripe says, and nothing is left that could cost twice. */
async function checkEnd(history: History): Promise<void> {
  const { bench, pages } = history;
  await letPass(history, 2 * 3_600_000);
  expect(await reconcileOne(bench.deps, accountId, false)).toMatchObject({ failed: 0, duplicates: 0, refunded: 0 });
  const account = await bench.account();
  const open = await openSubscriptions(bench);
  expect(account.billing?.ending ?? null).toBeNull();
  expect(account.billing?.subscriptionId ?? undefined).toBe(open[0]?.id);
  const isPaid = open[0]?.status === 'active' || account.billing?.graceEndsAt != null;
  const planId = open.length === 0 ? 'free' : expect.stringMatching(/^(developer|business|scale)$/);
  const inactive = open.length === 0 || isPaid ? null : 'unpaid';
  expect(account).toMatchObject({ planId, inactive });
  expect(await reconcileOne(bench.deps, accountId, true)).toMatchObject({ repaired: 0, failed: 0 });
  if (!account.billing) return;
  await checkPrice(history);
  const before = await bench.money();
  for (const url of pages.filter((page) => page.includes('/invoice/'))) {
    expect(() => bench.payInvoice(url)).toThrow();
  }
  expect(await bench.money()).toEqual(before);
}

/**
 * After the change to the free plan customers have paid for what they had and for the rest of the days on which they left a
 * plan, to some cents of rounding, and nothing else.
 */
async function checkPrice(history: History): Promise<void> {
  const { bench, segments } = history;
  await letPass(history, 3 * 3_600_000);
  expect(await bench.change('free')).toMatchObject({ account: { planId: 'free' } });
  const { paid, credit } = await bench.money();
  const fair = await fairPrice(bench, segments);
  const rest = await restOfDays(bench);
  const more = paid - credit - fair;
  expect({ fair, rest, isPaid: more > -20 && more < rest + 20 ? 'fairly' : paid - credit }).toMatchObject({
    isPaid: 'fairly',
  });
}

test(
  `${histories} histories`,
  async () => {
    for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
      const random = seededRandom(seed);
      const history = { bench: await billingBench(), random, pages: [], segments: [] };
      try {
        await play(history);
        await checkEnd(history);
      } catch (error) {
        throw new Error(`History ${seed} failed.`, { cause: error });
      }
    }
  },
  60_000 + histories * 1_000,
);
