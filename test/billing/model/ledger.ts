import type { FakeStripe } from '../../../packages/fake-stripe/fake-stripe.ts';
import { type Entry, rateOf, spansOf, sum, tolerance } from './ledger-entries.ts';
import {
  balanceChangesAt,
  chargesAt,
  customersAt,
  invoicePaymentsAt,
  invoicesAt,
  pricesAt,
  type StripeInvoice,
  sessionsAt,
  subscriptionsAt,
} from './stripe-objects.ts';

/** A plan that was paid, or free of charge in a trial, from `start` to `end` (seconds). */
export type Coverage = {
  readonly plan: string;
  readonly subscription: string;
  readonly start: number;
  readonly end: number;
};

/** Money that is given back while a request runs may be noticed too late. */
const concurrentSeconds = 300;

/** What was paid for which time, from the objects of the fake alone. */
export class Ledger {
  readonly subscriptions;
  readonly invoices;
  readonly charges;
  readonly sessions;
  readonly customers;
  readonly #payments;
  readonly #planOfPrice: ReadonlyMap<string, string>;
  readonly balanceChanges;
  readonly #entries: readonly Entry[];

  constructor(fake: FakeStripe) {
    this.subscriptions = subscriptionsAt(fake);
    this.invoices = invoicesAt(fake);
    this.charges = chargesAt(fake).filter(({ status }) => status === 'succeeded');
    this.sessions = sessionsAt(fake);
    this.customers = customersAt(fake);
    this.#payments = invoicePaymentsAt(fake);
    this.#planOfPrice = new Map(pricesAt(fake).map(({ id, metadata }) => [id, metadata.planId ?? '']));
    this.balanceChanges = this.customers.flatMap(({ id }) => balanceChangesAt(fake, id));
    this.#entries = [...this.#paidEntries(), ...this.#returnedEntries()];
  }

  planOf(price: string): string {
    return this.#planOfPrice.get(price) ?? '';
  }

  invoiceOf({ payment_intent }: { readonly payment_intent: string }): StripeInvoice | undefined {
    const payment = this.#payments.find((one) => one.payment.payment_intent === payment_intent);
    return this.invoices.find(({ id }) => id === payment?.invoice);
  }

  #paidEntries(): Entry[] {
    return this.invoices
      .filter(({ status }) => status === 'paid')
      .flatMap(({ id, lines, parent }) =>
        lines.data.map(({ amount, period, pricing }) => ({
          subscription: parent.subscription_details.subscription,
          plan: this.planOf(pricing.price_details.price),
          amount,
          ...period,
          invoice: id,
        })),
      );
  }

  /** Refunds, disputed payments and returned credit, spread over what their invoice was for. */
  #returnedEntries(): Entry[] {
    const ofCharges = this.charges.map((charge) => ({
      amount: charge.disputed ? charge.amount : charge.amount_refunded,
      invoice: this.invoiceOf(charge),
    }));
    const ofCredit = this.balanceChanges.map(({ amount, metadata }) => ({
      amount: -amount,
      invoice: this.invoices.find(({ id }) => id === metadata?.returnedFrom),
    }));
    return [...ofCharges, ...ofCredit].flatMap(({ amount, invoice }) => {
      const lines = invoice?.lines.data.filter((line) => line.amount > 0) ?? [];
      if (!invoice || lines.length === 0 || amount === 0) return [];
      const start = Math.min(...lines.map(({ period }) => period.start));
      const end = Math.max(...lines.map(({ period }) => period.end));
      const { subscription } = invoice.parent.subscription_details;
      return [{ subscription, plan: undefined, amount: -amount, start, end, invoice: invoice.id }];
    });
  }

  /**
   * Cents that were charged beyond the price of one plan at a time. What was forfeited does not count: from the end of
   * such a subscription on, another one may be paid for the same time. Nor does the time in which a subscription that the
   * operator made lives beside another one.
   */
  chargedTwice(forfeited: ReadonlySet<string>, madeByOperator: ReadonlySet<string>): number {
    const entries = this.#entries.flatMap((entry) => {
      const until = forfeited.has(entry.subscription) ? this.#endOf(entry.subscription) : entry.end;
      return entry.start < until ? [{ ...entry, until: Math.min(until, entry.end) }] : [];
    });
    let excess = 0;
    const ends = this.subscriptions.flatMap(({ ended_at }) => ended_at ?? []);
    for (const span of spansOf([...ends, ...entries.flatMap(({ start, until }) => [start, until])])) {
      const living = this.subscriptions.filter(({ id, created }) => created < span.end && this.#endOf(id) > span.start);
      if (living.length > 1 && living.some(({ id }) => madeByOperator.has(id))) continue;
      const now = entries.filter(({ start, until }) => start <= span.start && until >= span.end);
      const highest = Math.max(0, ...now.filter(({ amount }) => amount > 0).map(rateOf));
      excess += Math.max(0, sum(now.map(rateOf)) - highest) * (span.end - span.start);
    }
    return excess > tolerance(entries) ? Math.round(excess) : 0;
  }

  /** Cents of credit for time of a subscription that was not paid. */
  creditWithoutPayment(subscription: string): number {
    const entries = this.#entries.filter((entry) => entry.subscription === subscription && entry.plan !== undefined);
    let credit = 0;
    for (const span of spansOf(entries.flatMap(({ start, end }) => [start, end]))) {
      const now = entries.filter(({ start, end }) => start <= span.start && end >= span.end);
      credit += Math.max(0, -sum(now.map(rateOf))) * (span.end - span.start);
    }
    return credit > tolerance(entries) ? Math.round(credit) : 0;
  }

  /** Cents of credit for periods for which a payment had been given back before. @param returned charges and when, in ms */
  creditOfReturned(subscription: string, returned: ReadonlyMap<string, number>): number {
    const own = this.#entries.filter((entry) => entry.subscription === subscription && entry.plan !== undefined);
    let cents = 0;
    for (const charge of this.charges) {
      const at = returned.get(charge.id);
      const invoice = this.invoiceOf(charge)?.id;
      const paid = own.filter((entry) => entry.invoice === invoice && entry.amount > 0);
      if (at === undefined || paid.length === 0) continue;
      const after = at / 1_000 + concurrentSeconds;
      const credits = own.filter(
        ({ amount, start }) => amount < 0 && start > after && paid.some((one) => one.end > start),
      );
      cents += 0 - sum(credits.map(({ amount }) => amount));
    }
    return cents;
  }

  /** Cents that were paid for time after the end of a subscription and not given back. */
  lostPayment(subscription: string): number {
    const ended = this.#endOf(subscription);
    const entries = this.#entries.filter((entry) => entry.subscription === subscription && entry.end > ended);
    const lost = sum(entries.map((entry) => rateOf(entry) * (entry.end - Math.max(entry.start, ended))));
    return lost > tolerance(entries) ? Math.round(lost) : 0;
  }

  /** Which plans were paid when; a subscription that has ended covers nothing after its end. */
  coverage(): Coverage[] {
    const paid = this.#entries.flatMap(({ subscription, plan, amount, start, end, invoice }) => {
      if (plan === undefined || amount < 0) return [];
      const credited = this.#entries.filter(
        (credit) =>
          credit.subscription === subscription &&
          credit.plan === plan &&
          credit.amount < 0 &&
          credit.start >= start &&
          credit.invoice > invoice,
      );
      return [
        {
          plan,
          subscription,
          start,
          end: Math.min(end, this.#endOf(subscription), ...credited.map((one) => one.start)),
        },
      ];
    });
    return [...paid, ...this.#trials()];
  }

  /** In a trial the plan can be changed without an invoice. */
  #trials(): Coverage[] {
    const plans = [...new Set(this.#planOfPrice.values())];
    return this.subscriptions.flatMap(({ id, trial_start: start, trial_end: end }) =>
      start === null || end === null
        ? []
        : plans.map((plan) => ({ plan, subscription: id, start, end: Math.min(end, this.#endOf(id)) })),
    );
  }

  #endOf(subscription: string): number {
    return this.subscriptions.find(({ id }) => id === subscription)?.ended_at ?? Number.POSITIVE_INFINITY;
  }
}
