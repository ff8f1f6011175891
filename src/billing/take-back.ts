import type Stripe from 'stripe';
import type { Account } from '../directory/directory-items.ts';
import type { BillingDeps } from './billing-deps.ts';
import { DebtError } from './billing-errors.ts';
import { creditOfPayment } from './credit-sources.ts';
import { voidInvoice } from './end-at-stripe.ts';
import { listMoneyBack, type MoneyBack } from './money-back.ts';
import { isRefusal } from './stripe-errors.ts';
import { idOf, listAll, pageSize } from './stripe-lists.ts';
import type { Money } from './stripe-prices.ts';

// Credit follows money (docs/billing.md). If a payment goes back, by a refund or a dispute, the credit that came from it
// goes back in proportion. An invoice takes it: Stripe pays it with the customer's credit, and what the credit does not
// cover stays open, so that the customer sees it and can pay it. If the money returns, the invoice is undone.

type TakeBackDeps = Pick<BillingDeps, 'stripe' | 'log'>;

/** What an account owes: `paymentUrl` is the page where it is paid. */
export type Debt = Money & { readonly paymentUrl: string | null };

/** Credit that has to be taken back for one refund or dispute. */
type TakeBack = {
  /** The refund or dispute. */
  readonly moneyBack: string;
  /** The invoice or balance transaction that gave the credit. */
  readonly credit: string;
  readonly amount: number;
  readonly currency: string;
};

/**
 * Takes back the credit of payments that went back, and returns it if they came back. Can be repeated: each invoice names
 * its refund or dispute and the credit.
 * @param charges those of which something went back, now or before
 */
export async function takeBackCredit(
  deps: TakeBackDeps,
  customerId: string,
  charges: readonly Stripe.Charge[],
): Promise<void> {
  const { stripe } = deps;
  const made = await listTakeBacks(stripe, customerId);
  for (const charge of charges) {
    const all = await listMoneyBack(stripe, charge.id);
    for (const { id } of all.filter(({ isReturned }) => isReturned)) {
      for (const invoice of made.filter(({ metadata }) => metadata?.takesBack === id)) await undo(stripe, invoice);
    }
    const credits = await creditOfPayment(stripe, charge, customerId);
    for (const takeBack of takeBacksOf(charge, all, credits)) await take(deps, customerId, takeBack, made);
  }
}

/** @throws {DebtError} */
export async function requireNoDebt(
  { stripe }: Pick<BillingDeps, 'stripe'>,
  { inactive, billing }: Pick<Account, 'inactive' | 'billing'>,
): Promise<void> {
  const debt = inactive === 'unpaid' && billing ? await readDebt(stripe, billing.customerId) : undefined;
  if (debt) throw new DebtError(debt.paymentUrl);
}

/** What the customer owes because of money that went back. */
export async function readDebt(stripe: Stripe, customerId: string): Promise<Debt | undefined> {
  const open = await listAll(stripe.invoices.list({ customer: customerId, status: 'open', limit: pageSize }));
  return debtOf(open);
}

/** @param open the customer's open invoices */
export function debtOf(open: readonly Stripe.Invoice[]): Debt | undefined {
  const owed = open.filter(isTakeBack);
  const [first] = owed.toReversed();
  if (!first) return undefined;
  const amount = owed.reduce((sum, { amount_remaining }) => sum + amount_remaining, 0);
  return { amount, currency: first.currency, paymentUrl: first.hosted_invoice_url ?? null };
}

const isTakeBack = ({ metadata }: Stripe.Invoice): boolean => metadata?.takesBack !== undefined;

async function listTakeBacks(stripe: Stripe, customer: string): Promise<Stripe.Invoice[]> {
  return (await listAll(stripe.invoices.list({ customer, limit: pageSize }))).filter(isTakeBack);
}

/** In whole units: together the refunds of a payment take as much as one refund of their sum. */
function takeBacksOf(
  { amount_captured, currency }: Stripe.Charge,
  all: readonly MoneyBack[],
  credits: readonly { readonly id: string; readonly amount: number }[],
): TakeBack[] {
  const takeBacks: TakeBack[] = [];
  for (const credit of credits) {
    let before = 0;
    for (const { id, amount, isReturned } of all) {
      if (isReturned) continue;
      const after = Math.min(amount_captured, before + amount);
      const part = (back: number): number => Math.round((credit.amount * back) / amount_captured);
      const taken = part(after) - part(before);
      before = after;
      if (taken > 0) takeBacks.push({ moneyBack: id, credit: credit.id, amount: taken, currency });
    }
  }
  return takeBacks;
}

async function take(
  { stripe, log }: TakeBackDeps,
  customer: string,
  takeBack: TakeBack,
  made: readonly Stripe.Invoice[],
): Promise<void> {
  const { moneyBack, credit, amount, currency } = takeBack;
  const own = made.filter(({ metadata }) => metadata?.takesBack === moneyBack && metadata.credit === credit);
  const known = own.find(({ status }) => status !== 'void');
  if (known && known.status !== 'draft') return payWithCredit(stripe, customer, known);
  const key = ['take-back', moneyBack, credit, own.length - (known ? 1 : 0)].join('-');
  const draft = await stripe.invoices.create(
    {
      customer,
      currency,
      // The card is not charged: after a dispute that would lead to the next one.
      auto_advance: false,
      collection_method: 'charge_automatically',
      description: 'Credit from a payment that was refunded or disputed',
      metadata: { takesBack: moneyBack, credit },
    },
    { idempotencyKey: key },
  );
  if (draft.lines.data.length === 0) {
    const item = { customer, invoice: draft.id, amount, currency, description: 'Credit that is taken back' };
    await stripe.invoiceItems.create(item, { idempotencyKey: `${key}-item` });
  }
  await finalize(stripe, draft.id);
  log.warn('credit_taken_back', { customerId: customer, moneyBack, credit, amount, currency });
}

async function finalize(stripe: Stripe, invoiceId: string): Promise<void> {
  try {
    await stripe.invoices.finalizeInvoice(invoiceId, { auto_advance: false });
  } catch (error) {
    // A concurrent process was faster, or the customer was deleted meanwhile.
    if (!isRefusal(error) || (await stripe.invoices.retrieve(invoiceId)).status === 'draft') throw error;
  }
}

/** An open invoice does not use credit that came later. So it is replaced by a new one, which does. */
async function payWithCredit(stripe: Stripe, customerId: string, { id, status }: Stripe.Invoice): Promise<void> {
  if (status !== 'open') return;
  const customer = await stripe.customers.retrieve(customerId);
  if (customer.deleted || customer.balance >= 0) return;
  await voidInvoice(stripe, id);
}

/** The credit is the customer's again. */
async function undo(stripe: Stripe, invoice: Stripe.Invoice): Promise<void> {
  const { id, status, total, currency, customer } = invoice;
  if (status === 'draft') await stripe.invoices.del(id);
  if (status === 'open') await voidInvoice(stripe, id);
  const customerId = idOf(customer ?? undefined);
  if (status !== 'paid' || !customerId) return;
  const transactions = await listAll(stripe.customers.listBalanceTransactions(customerId, { limit: pageSize }));
  if (transactions.some(({ metadata }) => metadata?.givesBack === id)) return;
  await stripe.customers.createBalanceTransaction(
    customerId,
    {
      amount: -total,
      currency,
      description: 'Credit of a payment that came back',
      metadata: { givesBack: id },
    },
    { idempotencyKey: `give-back-${id}` },
  );
}
