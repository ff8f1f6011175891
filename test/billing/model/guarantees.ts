import * as v from 'valibot';
import { accountItemSchema } from '../../../src/directory/directory-items.ts';
import type { Item } from '../../../src/table/item-table.ts';
import { endOfDay } from '../../../src/time.ts';
import { type BillingWorld, plans } from './billing-world.ts';
import type { Ledger } from './ledger.ts';
import { isLiveAtStripe } from './stripe-objects.ts';

/** A promise of billing that a history broke. */
export class BrokenGuarantee extends Error {
  override readonly name = 'BrokenGuarantee';
  readonly guarantee: string;

  constructor(guarantee: string, what: string) {
    super(`${guarantee}: ${what}`);
    this.guarantee = guarantee;
  }
}

export type Account = v.InferOutput<typeof accountItemSchema>;

/** An account that is not deleted, and the rows that belong to it. */
export type Rows = { readonly account: Account | undefined; readonly rows: readonly Item[] };

const hour = 3_600_000;
const jobMs = 15 * 60_000;
/** Grace period, the hour in which a renewal's invoice is a draft, one run of the job, and the calls of the run. */
const graceMs = 7 * 24 * hour + hour + jobMs + 5 * 60_000;

export async function readRows({ storage, accountId }: BillingWorld): Promise<Rows> {
  const rows: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await storage.scan(start);
    rows.push(...page.items.filter((item) => item.accountId === accountId || item.pk === `ACCOUNT#${accountId}`));
    start = page.next;
  } while (start);
  const item = rows.find(({ sk }) => sk === 'ACCOUNT');
  const isThere = item?.state === 'active' || item?.state === 'suspended';
  return { account: isThere ? v.parse(accountItemSchema, item) : undefined, rows };
}

/** What holds after every step, whatever fails. */
export function checkAlways(world: BillingWorld, { account, rows }: Rows, ledger: Ledger): void {
  onePage(world, ledger);
  // The credit of a deleted customer cannot be read any more.
  if (!account) return;
  if (world.madeByOperator.size === 0) neverTwice(world, ledger);
  creditOnlyForPaidTime(world, ledger);
  graceEnds(world, account);
  graceRow(account, rows);
  secretsAgree(account, rows);
  keysFit(world, account);
  notUnpaid(world, account, ledger);
}

/** Guarantee 1. */
export function neverTwice({ forfeited, endedElsewhere, moneyBack, ...world }: BillingWorld, ledger: Ledger): void {
  const settledByOthers = ledger.subscriptions
    .filter(({ id }) => endedElsewhere.has(id) || hasMoneyBack(ledger, moneyBack, id) || ledger.isRefundRejected(id))
    .map(({ id }) => id);
  const cents = ledger.chargedTwice(
    new Set([...forfeited, ...settledByOthers, ...endedByStripe(ledger)]),
    world.madeByOperator,
  );
  if (cents > 0) throw new BrokenGuarantee('never charged twice', `${cents} cents of ${world.accountId}`);
}

const endedByStripe = ({ subscriptions }: Ledger): string[] =>
  subscriptions.filter((one) => one.cancellation_details.reason === 'payment_failed').map(({ id }) => id);

const hasMoneyBack = (ledger: Ledger, moneyBack: ReadonlyMap<string, number>, subscription: string): boolean =>
  ledger.charges.some(
    (charge) =>
      moneyBack.has(charge.id) && ledger.invoiceOf(charge)?.parent?.subscription_details.subscription === subscription,
  );

/** No credit for a period that was not paid. */
function creditOnlyForPaidTime({ endedElsewhere }: BillingWorld, ledger: Ledger): void {
  const ours = ledger.subscriptions.filter(({ id }) => !endedElsewhere.has(id));
  for (const { id } of ours) {
    const cents = ledger.creditWithoutPayment(id);
    if (cents > 0) throw new BrokenGuarantee('no credit without a payment', `${cents} cents for ${id}`);
  }
}

/**
 * Credit follows money: what went back of a subscription's payments is taken back of its credit, so that the customer keeps
 * no more than the time that was not credited; and no larger share of the credit than of a payment.
 */
export function creditFollowsMoney({ endedElsewhere, madeByOperator }: BillingWorld, ledger: Ledger): void {
  for (const { id } of ledger.subscriptions) {
    if (endedElsewhere.has(id) || madeByOperator.size > 0) continue;
    const { time, credited, givenBack, largestShare, takenBack } = ledger.moneyOf(id);
    const cents = 10;
    // More may go back than was credited: a payment can settle a former debt of some cents, too small for a card.
    if (Math.min(givenBack - time, credited) > takenBack + cents) {
      const what = `${givenBack} of ${id} went back, ${takenBack} of ${credited} credit did, and ${time} was for time`;
      throw new BrokenGuarantee('credit follows money', what);
    }
    if (takenBack > largestShare * credited + cents) {
      throw new BrokenGuarantee('credit follows money', `${takenBack} of ${credited} was taken back of ${id}`);
    }
  }
}

/** A paid period that ends early by our doing is credited or refunded. */
export function paidTimeIsCredited({ endedElsewhere, moneyBack }: BillingWorld, ledger: Ledger): void {
  const byStripe = endedByStripe(ledger);
  for (const { id, ended_at } of ledger.subscriptions) {
    const isOurs = ended_at !== null && !endedElsewhere.has(id) && !byStripe.includes(id);
    const isKept = !hasMoneyBack(ledger, moneyBack, id) && !ledger.isRefundRejected(id);
    const cents = isOurs && isKept ? ledger.lostPayment(id) : 0;
    if (cents > 0) throw new BrokenGuarantee('paid time is credited', `${cents} cents of ${id} are lost`);
  }
}

/** Guarantee 2. Plans without a subscription were assigned by the operator. */
function notUnpaid({ now, assignedPlans }: BillingWorld, { planId, inactive, billing }: Account, ledger: Ledger): void {
  if (inactive !== null || planId === plans.free.id) return;
  if (!billing?.subscriptionId) {
    if (assignedPlans.has(planId)) return;
    throw new BrokenGuarantee('never on an unpaid plan', `${planId} without a subscription`);
  }
  const priceOf = (plan: string): number => plans.find(plan)?.pricePerMonth ?? 0;
  // On the day of a change, a cheaper plan is covered by the former one: it is charged from the next day on.
  const isPaid = ledger
    .coverage()
    .some(
      ({ plan, start, end }) =>
        priceOf(plan) >= priceOf(planId) && start * 1_000 <= endOfDay(now) && end * 1_000 > now - graceMs,
    );
  if (!isPaid) throw new BrokenGuarantee('never on an unpaid plan', `${planId} is active, but not paid`);
}

/** Guarantee 3, right after a reconciliation that met no failure. */
export function checkReconciled({ now }: BillingWorld, { account }: Rows, ledger: Ledger): void {
  if (!account) return;
  const live = new Set(
    ledger.subscriptions.filter(({ status }) => status === 'active' || status === 'trialing').map(({ id }) => id),
  );
  const paid = ledger
    .coverage()
    .filter(
      ({ subscription, start, end }) => live.has(subscription) && start * 1_000 <= endOfDay(now) && end * 1_000 > now,
    );
  // Until it has paid, an account that owes credit has no plan.
  if (ledger.owed > 0) return;
  const isOn = account.inactive === null && paid.some(({ plan }) => plan === account.planId);
  if (paid.length === 0 || isOn) return;
  const state = account.inactive ?? 'active';
  throw new BrokenGuarantee(
    'never off a paid plan',
    `paid for ${paid.map(({ plan }) => plan)}, but ${account.planId} is ${state}`,
  );
}

/** Keys never outnumber the plan, unless somebody has changed it at Stripe: then the account has a notice. */
function keysFit({ madeByOperator }: BillingWorld, { planId, inactive, billing, activeKeys }: Account): void {
  const allowed = plans.find(planId)?.keys ?? 0;
  const active = activeKeys.length;
  if (inactive !== null || active <= allowed) return;
  if (madeByOperator.size > 0 && billing?.excessKeys) return;
  throw new BrokenGuarantee('keys fit the plan', `${active} keys on ${planId}, which has ${allowed}`);
}

/** Only the newest address that a customer got can be paid. */
function onePage({ pages }: BillingWorld, { sessions }: Ledger): void {
  const open = pages.filter((page) => sessions.some(({ id, status }) => id === page && status === 'open'));
  if (open.length > 1 || (open[0] !== undefined && open[0] !== pages.at(-1))) {
    throw new BrokenGuarantee('one open page', `${open.join(', ')} can be paid, the newest is ${pages.at(-1)}`);
  }
}

/** The job of every 15 minutes has met each grace period that is over. */
function graceEnds({ now }: BillingWorld, { inactive, billing }: Account): void {
  const endsAt = billing?.graceEndsAt ?? now;
  if (inactive === null && endsAt < now - 2 * jobMs) {
    throw new BrokenGuarantee('never on an unpaid plan', `the grace period ended at ${new Date(endsAt).toISOString()}`);
  }
}

function graceRow({ accountId, billing }: Account, rows: readonly Item[]): void {
  const row = rows.find(({ pk, sk }) => pk === 'GRACE' && sk === accountId);
  const endsAt = billing?.graceEndsAt ?? undefined;
  if (row?.endsAt !== endsAt)
    throw new BrokenGuarantee('row of the grace period', `${row?.endsAt} instead of ${endsAt}`);
}

function secretsAgree({ planId, state, inactive }: Account, rows: readonly Item[]): void {
  const planState = state === 'active' && inactive === null ? 'active' : 'inactive';
  const wrong = rows.find(
    (row) => row.sk === 'SECRET' && row.state === 'active' && (row.planId !== planId || row.planState !== planState),
  );
  if (wrong) {
    throw new BrokenGuarantee('secrets agree', `${wrong.planId} ${wrong.planState} instead of ${planId} ${planState}`);
  }
}

/**
 * What is left of a deleted account at Stripe. A customer without anything may be left by a process that created it during
 * the deletion and crashed right after that; no other one.
 */
export function nothingLivesOn({ subscriptions, sessions, customers, invoices }: Ledger): void {
  const live = subscriptions.filter(isLiveAtStripe).map(({ id }) => id);
  const open = sessions.filter(({ status }) => status === 'open').map(({ id }) => id);
  const used = customers.filter(({ id }) => [...sessions, ...invoices].some(({ customer }) => customer === id));
  const left = [...live, ...open, ...used.map(({ id }) => id)];
  if (left.length > 0) throw new BrokenGuarantee('nothing of a deleted account lives on', left.join(', '));
}
