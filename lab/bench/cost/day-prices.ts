import { daysPerMonth } from '../../../src/cost/assumptions.ts';
import type { PlanCost } from '../../../src/cost/plan-cost.ts';
import { listActiveKeys } from '../../../src/directory/directory-reads.ts';
import { readSecretItem } from '../../../src/directory/secret-item.ts';
import { revokeKey } from '../../../src/keys/change-key.ts';
import { effectiveLimits } from '../../../src/keys/key-slots.ts';
import { dayMs, minuteMs } from '../../../src/time.ts';
import { accountId, type BillingBench, billingBench } from '../../../test/billing/billing-bench.ts';
import { byCustomer } from '../../../test/support/change-requests.ts';
import { memoryDirectory } from '../../../test/support/memory-directory.ts';
import { plans } from '../../../test/support/shipped-settings.ts';
import { numeral, table } from '../report-format.ts';
import { percent } from './cost-format.ts';

// What a day costs a customer who takes a larger plan for a part of it only, uses every call of every key, and goes back.
// The gateway's own code changes the plans, at the fake of Stripe; the day is in a month of 30 days.

/** How long the larger plan is kept: long enough to use up a day of it. */
const keptMs = 42 * minuteMs;

/** The minutes of the UTC day at which a plan is changed. */
const minutes = [0, 1, 360, 720, 1_080, 1_380, 1_438];

/** The free plan's calls of a day, which nobody pays for. */
const freeCalls = plans.free.keys * plans.free.limits.callsPerDay;

export type DayPrice = {
  readonly from: string;
  readonly to: string;
  /** Of the UTC day at which the larger plan begins. */
  readonly minute: number;
  /** Calls of all keys that day, without those that the free plan gives. */
  readonly calls: number;
  /** What the day has cost the customer. */
  readonly dollars: number;
};

/** The prices of a day with a change to each larger plan, at each of the minutes. */
export async function dayPrices(): Promise<DayPrice[]> {
  const all: DayPrice[] = [];
  for (const from of plans.all) {
    for (const to of plans.all.filter(({ pricePerMonth }) => pricePerMonth > from.pricePerMonth)) {
      for (const minute of minutes) all.push(await dayPrice(from.id, to.id, minute));
    }
  }
  return all;
}

/** A few days after the beginning of a period. */
async function dayPrice(from: string, to: string, minute: number): Promise<DayPrice> {
  const { bench, scan } = await customerOn(from);
  bench.advance(5 * dayMs + minute * minuteMs);
  const before = await spent(bench);
  await change(bench, from, to);
  await fillKeys(bench, to);
  const calls = (await callsToday(bench, scan)) - (from === plans.free.id ? freeCalls : 0);
  bench.advance(Math.min(keptMs, dayMs - minute * minuteMs - 1_000));
  await goBack(bench, from);
  return { from, to, minute, calls, dollars: ordinaryDay(from) + (await spent(bench)) - before };
}

const ordinaryDay = (planId: string): number => (plans.find(planId)?.pricePerMonth ?? 0) / daysPerMonth;

/**
 * The named exception: on the day on which a period ends, a plan that is left before the renewal and taken up again after it
 * is paid until the renewal only.
 * @param minute of the day, at which the period ends
 */
export async function renewalPrice(smaller: string, larger: string, minute: number): Promise<DayPrice> {
  const { bench, scan } = await customerOn(larger, minute);
  bench.advance(daysPerMonth * dayMs - 5 * minuteMs);
  const before = await spent(bench);
  await goBack(bench, smaller);
  bench.advance(2 * 60 * minuteMs);
  await bench.settle();
  await change(bench, smaller, larger);
  await fillKeys(bench, larger);
  const calls = await callsToday(bench, scan);
  bench.advance(keptMs);
  await goBack(bench, smaller);
  const charged = (await spent(bench)) - before;
  const part = minute / (24 * 60);
  const laterDays = ordinaryDay(smaller) * (daysPerMonth - (1 - part));
  return { from: smaller, to: larger, minute, calls, dollars: ordinaryDay(larger) * part + charged - laterDays };
}

async function customerOn(planId: string, minute = 0) {
  const directory = memoryDirectory();
  const bench = await billingBench({ directory, plans });
  bench.advance(minute * minuteMs);
  if (planId !== plans.free.id) await bench.subscribe(planId);
  await fillKeys(bench, planId);
  return { bench, scan: directory.scan };
}

async function change(bench: BillingBench, from: string, to: string): Promise<void> {
  if (from === plans.free.id) await bench.subscribe(to);
  else await bench.change(to);
}

async function fillKeys(bench: BillingBench, planId: string): Promise<void> {
  const keys = await listActiveKeys(bench.deps.directory, await bench.account());
  await bench.keys((plans.find(planId)?.keys ?? 0) - keys.length);
}

async function goBack(bench: BillingBench, planId: string): Promise<void> {
  const keys = await listActiveKeys(bench.deps.directory, await bench.account());
  const allowed = plans.find(planId)?.keys ?? 0;
  for (const { keyId } of keys.slice(allowed)) await revokeKey(bench.deps, byCustomer(accountId), keyId);
  await bench.change(planId);
}

/** What the customer has paid, less what is left of it as credit; in dollars. */
async function spent(bench: BillingBench): Promise<number> {
  if (!(await bench.account()).billing) return 0;
  const { paid, credit } = await bench.money();
  return (paid - credit) / 100;
}

async function callsToday(bench: BillingBench, scan: ReturnType<typeof memoryDirectory>['scan']): Promise<number> {
  const { items } = await scan(undefined);
  const { limits } = plans.find((await bench.account()).planId) ?? plans.free;
  return items
    .filter(({ sk, state }) => sk === 'SECRET' && state === 'active')
    .map((item) => effectiveLimits(limits, readSecretItem(item), bench.deps.clock()).callsPerDay)
    .reduce((sum, calls) => sum + calls, 0);
}

export const pricePerMillion = ({ calls, dollars }: DayPrice): number => dollars / (calls / 1e6);

/** What AWS takes for a million calls of the larger plan. */
export const costPerMillion = ({ to }: DayPrice, costs: readonly PlanCost[]): number =>
  costs.find(({ plan }) => plan.id === to)?.perMillion ?? Number.NaN;

const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Stripe charges whole cents. */
const isCents = ({ dollars }: DayPrice): boolean => dollars < 0.05;

function cellOf(price: DayPrice, costs: readonly PlanCost[]): string {
  if (isCents(price)) return `${numeral(price.calls)} calls for ${Math.round(100 * price.dollars)} cents`;
  const dollars = pricePerMillion(price);
  return `${dollars.toFixed(2)} (${percent(dollars / costPerMillion(price, costs))})`;
}

/** Dollars per million calls by change and minute, with the share of AWS's cost that they cover. */
export function dayPriceTable(prices: readonly DayPrice[], costs: readonly PlanCost[]): string {
  const changes = [...new Set(prices.map(({ from, to }) => `${from} → ${to}`))];
  const rows = changes.map((name) => [
    name,
    ...prices.filter(({ from, to }) => `${from} → ${to}` === name).map((price) => cellOf(price, costs)),
  ]);
  return table(['taken up at', ...minutes.map(timeOf)], rows);
}

/** The day of a renewal, by the minute at which the period ends. */
export const renewalTable = (prices: readonly DayPrice[], costs: readonly PlanCost[]): string =>
  table(
    ['the period ends at', 'million calls that day', '$ that day', '$ per million', 'of AWS’s cost'],
    prices.map((price) => [
      timeOf(price.minute),
      numeral(price.calls / 1e6),
      price.dollars.toFixed(2),
      pricePerMillion(price).toFixed(2),
      percent(pricePerMillion(price) / costPerMillion(price, costs)),
    ]),
  );
