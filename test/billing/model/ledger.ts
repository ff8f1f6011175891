import type { FakeStripe } from '../../../packages/fake-stripe/fake-stripe.ts';
import { type Entry, rateOf, spansOf, sum, tolerance } from './ledger-entries.ts';
import {
  balanceChangesAt,
  chargesAt,
  customersAt,
  disputesAt,
  invoicePaymentsAt,
  invoicesAt,
  pricesAt,
  refundsAt,
  type StripeInvoice,
  sessionsAt,
  subscriptionOf,
  subscriptionsAt,
} from './stripe-objects.ts';

/** A plan that was paid, or free of charge in a trial, from `start` to `end` (seconds). */
export type Coverage = {
  readonly plan: string;
  readonly subscription: string;
  readonly start: number;
  readonly end: number;
};

const day = 86_400;

/** The 00:00 UTC after a time, both in seconds. */
const midnightAfter = (at: number): number => (Math.floor(at / day) + 1) * day;

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
  /** Refunds that were paid out, and disputes that were not won. */
  readonly moneyBack;
  readonly #entries: readonly Entry[];
  readonly #rejected;

  constructor(fake: FakeStripe) {
    this.subscriptions = subscriptionsAt(fake);
    this.invoices = invoicesAt(fake);
    this.charges = chargesAt(fake).filter(({ status }) => status === 'succeeded');
    this.sessions = sessionsAt(fake);
    this.customers = customersAt(fake);
    this.#payments = invoicePaymentsAt(fake);
    this.#planOfPrice = new Map(pricesAt(fake).map(({ id, metadata }) => [id, metadata.planId ?? '']));
    this.balanceChanges = this.customers.flatMap(({ id }) => balanceChangesAt(fake, id));
    this.#entries = [...this.#paidEntries(), ...this.#creditEntries(), ...this.#returnedEntries()];
    this.#rejected = refundsAt(fake).filter(({ status }) => status === 'failed');
    this.moneyBack = [
      ...refundsAt(fake).filter(({ status }) => status === 'succeeded'),
      ...disputesAt(fake).filter(({ status }) => status !== 'won'),
    ];
  }

  /** Invoices of credit that was taken back for one of a subscription's payments, as far as that was not undone. */
  takenBackFrom(subscription: string): number {
    const own = new Set(this.#moneyBackOf(subscription).map(({ id }) => id));
    return this.#takenBack(({ metadata }) => own.has(metadata.takesBack ?? ''));
  }

  /** What the customers still owe of it. */
  get owed(): number {
    return sum(
      this.invoices
        .filter(({ status, metadata }) => status === 'open' && metadata.takesBack !== undefined)
        .map(
          ({ total, starting_balance, ending_balance }) =>
            total - ((ending_balance ?? starting_balance) - starting_balance),
        ),
    );
  }

  #takenBack(isOwn: (invoice: StripeInvoice) => boolean): number {
    const undone = new Set(this.balanceChanges.map(({ metadata }) => metadata?.givesBack));
    const kept = this.invoices.filter(
      ({ id, status, metadata }) => metadata.takesBack && status !== 'void' && !undone.has(id),
    );
    return sum(kept.filter(isOwn).map(({ total }) => total));
  }

  #moneyBackOf(subscription: string) {
    const charges = new Set(this.chargesOf(subscription).map(({ id }) => id));
    return this.moneyBack.filter(({ charge }) => charges.has(charge));
  }

  /** Whether the customer's bank has rejected a refund for a subscription. */
  isRefundRejected(subscription: string): boolean {
    const charges = new Set(this.chargesOf(subscription).map(({ id }) => id));
    return this.#rejected.some(({ charge }) => charges.has(charge));
  }

  chargesOf(subscription: string) {
    return this.charges.filter((charge) => {
      const invoice = this.invoiceOf(charge);
      return invoice && subscriptionOf(invoice) === subscription;
    });
  }

  /** Of a subscription: what was charged for its time, given back of that, credited, and taken back of the credit. */
  moneyOf(subscription: string) {
    const own = this.invoices.filter(
      (invoice) => invoice.status === 'paid' && subscriptionOf(invoice) === subscription,
    );
    const computed = this.balanceChanges.filter(
      ({ metadata }) => metadata?.unusedTimeOf === subscription || metadata?.sameDayOf === subscription,
    );
    const ofInvoices = 0 - sum(own.filter(({ total }) => total < 0).map(({ total }) => total));
    const credited = ofInvoices - sum(computed.map(({ amount }) => amount));
    const returned = sum(
      this.balanceChanges
        .filter(({ metadata }) => own.some(({ id }) => id === metadata?.returnedFrom))
        .map(({ amount }) => -amount),
    );
    const charges = this.chargesOf(subscription);
    const back = this.#moneyBackOf(subscription);
    const shareOf = ({ id, amount }: { id: string; amount: number }): number =>
      sum(back.filter(({ charge }) => charge === id).map((one) => one.amount)) / amount;
    return {
      time: sum(own.map(({ total }) => total)) + ofInvoices - credited - returned,
      credited,
      givenBack: sum(back.map(({ amount }) => amount)),
      largestShare: Math.max(0, ...charges.map(shareOf)),
      takenBack: this.takenBackFrom(subscription),
    };
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
      .flatMap((invoice) => {
        const subscription = subscriptionOf(invoice);
        if (subscription === undefined) return [];
        return invoice.lines.data.map(({ amount, period, pricing }) => ({
          subscription,
          plan: this.planOf(pricing?.price_details.price ?? ''),
          amount,
          ...period,
          invoice: invoice.id,
        }));
      });
  }

  /** Credit that the gateway computed. */
  #creditEntries(): Entry[] {
    return this.balanceChanges.flatMap(({ id, amount, metadata }) => {
      const subscription = metadata?.unusedTimeOf ?? metadata?.sameDayOf;
      if (subscription === undefined) return [];
      const ends = this.invoices
        .filter((invoice) => subscriptionOf(invoice) === subscription)
        .flatMap(({ lines }) => lines.data.map(({ period }) => period.end));
      const end = metadata?.to === undefined ? Math.max(...ends) : Number(metadata.to);
      return [{ subscription, plan: '', amount, start: Number(metadata?.from), end, invoice: id }];
    });
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
      const subscription = invoice && subscriptionOf(invoice);
      if (!subscription || lines.length === 0 || amount === 0) return [];
      const start = Math.min(...lines.map(({ period }) => period.start));
      const end = Math.max(...lines.map(({ period }) => period.end));
      return [{ subscription, plan: undefined, amount: -amount, start, end, invoice: invoice.id }];
    });
  }

  /**
   * Cents that were charged beyond the price of one plan at a time. What was forfeited does not count: from the end of
   * such a subscription on, another one may be paid for the same time. Nor does the time in which a subscription that the
   * operator made lives beside another one, nor the rest of a day on which the customer has left a plan.
   */
  chargedTwice(forfeited: ReadonlySet<string>, madeByOperator: ReadonlySet<string>): number {
    const entries = this.#entries.flatMap((entry) => {
      const until = forfeited.has(entry.subscription) ? this.#endOf(entry.subscription) : entry.end;
      return entry.start < until ? [{ ...entry, until: Math.min(until, entry.end) }] : [];
    });
    let excess = 0;
    const left = [
      ...this.invoices.filter(({ total }) => total < 0).map(({ created }) => created),
      ...this.subscriptions.flatMap(({ ended_at }) => ended_at ?? []),
    ];
    const ends = this.subscriptions.flatMap(({ ended_at }) => ended_at ?? []);
    for (const span of spansOf([
      ...ends,
      ...left.map(midnightAfter),
      ...entries.flatMap(({ start, until }) => [start, until]),
    ])) {
      const living = this.subscriptions.filter(({ id, created }) => created < span.end && this.#endOf(id) > span.start);
      if (living.length > 1 && living.some(({ id }) => madeByOperator.has(id))) continue;
      if (left.some((at) => span.start >= at && span.start < midnightAfter(at))) continue;
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

  /** Cents that were paid for the days after the end of a subscription and not given back. */
  lostPayment(subscription: string): number {
    const ended = midnightAfter(this.#endOf(subscription));
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
