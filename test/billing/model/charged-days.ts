import type { Plans } from '../../../src/plans.ts';
import type { Ledger } from './ledger.ts';
import { spansOf, sum } from './ledger-entries.ts';
import { type StripeInvoice, subscriptionOf } from './stripe-objects.ts';

// For which time which plan was charged, from the objects of the fake alone: invoices that are paid or owed, less what was
// credited. Times are seconds since the epoch.

const day = 86_400;
const hour = 3_600;
/** A lost event is noticed by the next night's reconciliation. An outage of a day and a crash can each cost one more night. */
const unnoticed = 75 * hour;

/** Stripe's lines of less time cost nothing of the cheapest plan, and are left out here. */
const belowCent = 600;

type Share = {
  readonly invoice: string;
  readonly subscription: string;
  readonly plan: string;
  readonly start: number;
  readonly end: number;
  readonly sign: 1 | -1;
  readonly isPaid: boolean;
};

export type ChargeRules = {
  readonly plans: Plans;
  readonly graceDays: number;
  /** Subscriptions that were not ended by the gateway: the operator chose the credit. */
  readonly endedElsewhere: ReadonlySet<string>;
};

/** The quota that was charged on a UTC day; undefined for a day that the table of billing gives away. */
export type ChargedDay = { readonly calls: number; readonly slack: number } | undefined;

export class ChargedDays {
  readonly #ledger: Ledger;
  readonly #rules: ChargeRules;
  readonly #shares: readonly Share[];

  constructor(ledger: Ledger, rules: ChargeRules) {
    this.#ledger = ledger;
    this.#rules = rules;
    this.#shares = ledger.invoices.flatMap((invoice) => this.#sharesOf(invoice));
  }

  #sharesOf(invoice: StripeInvoice): Share[] {
    const subscription = subscriptionOf(invoice);
    if (subscription === undefined) return [];
    const isPaid = invoice.status === 'paid';
    // Owed, or given up: what the first days of an unpaid invoice give is apart.
    const until = isPaid ? Number.POSITIVE_INFINITY : invoice.created + this.#rules.graceDays * day + 2 * hour;
    return invoice.lines.data
      .filter(({ amount, period }) => amount !== 0 && period.start < until)
      .map(({ amount, period: { start, end }, pricing }) => ({
        invoice: invoice.id ?? '',
        subscription,
        plan: this.#ledger.planOf(pricing?.price_details.price ?? ''),
        start,
        end: Math.min(end, until),
        sign: amount > 0 ? 1 : -1,
        isPaid,
      }));
  }

  /** The quotas of the plans, each for its share of the day; the free plan's for the rest. @param from start of the day */
  on(from: number): ChargedDay {
    const to = from + day;
    if (this.#isGivenAway(from, to)) return undefined;
    const times = [...this.#shares.flatMap(({ start, end }) => [start, end]), ...this.#creditTimes()];
    let calls = 0;
    for (const { start, end } of spansOf([from, to, ...times.filter((at) => at > from && at < to)])) {
      const quotas = this.#plansAt(start).map((plan) => this.#rules.plans.find(plan)?.limits.callsPerDay ?? 0);
      const { callsPerDay: free } = this.#rules.plans.free.limits;
      calls += (sum(quotas.length > 0 ? quotas : [free]) * (end - start)) / day;
    }
    return { calls, slack: this.#renewalSlack(from, to) };
  }

  /** Whether a part of the day was paid at several plans of one subscription. @param from start of the day */
  isChargedTwice(from: number): boolean {
    const to = from + day;
    const times = [...this.#shares.flatMap(({ start, end }) => [start, end]), ...this.#creditTimes()];
    return spansOf([from, to, ...times.filter((at) => at > from && at < to)]).some(({ start, end }) => {
      if (end - start < belowCent) return false;
      const subscriptions = this.#liveAt(start, ({ isPaid }) => isPaid).map(({ subscription }) => subscription);
      return !this.#isSameDay(start) && new Set(subscriptions).size < subscriptions.length;
    });
  }

  #creditTimes(): number[] {
    return this.#ledger.balanceChanges.flatMap(({ metadata }) =>
      [metadata?.from, metadata?.to].flatMap((at) => (at ? [Number(at)] : [])),
    );
  }

  /** The plans that are charged at a time: more than one on a day that is charged twice. */
  #liveAt(
    at: number,
    isCounted: (share: Share) => boolean = () => true,
  ): readonly { readonly plan: string; readonly subscription: string }[] {
    const counts = new Map<string, { plan: string; subscription: string; count: number }>();
    for (const share of this.#shares) {
      const { subscription, plan, start, end, sign } = share;
      if (start > at || end <= at || !isCounted(share)) continue;
      const key = `${subscription} ${plan}`;
      counts.set(key, { plan, subscription, count: (counts.get(key)?.count ?? 0) + sign });
    }
    const credited = new Set(
      this.#ledger.balanceChanges.flatMap(({ metadata }) =>
        metadata?.unusedTimeOf && Number(metadata.from) <= at ? [metadata.unusedTimeOf] : [],
      ),
    );
    return [...counts.values()].filter(({ subscription, count }) => count > 0 && !credited.has(subscription));
  }

  #isSameDay = (at: number): boolean =>
    this.#ledger.balanceChanges.some(
      ({ metadata }) => metadata?.sameDayOf && Number(metadata.from) <= at && Number(metadata.to) > at,
    );

  #plansAt(at: number): string[] {
    const live = this.#liveAt(at);
    if (!this.#isSameDay(at)) return live.map(({ plan }) => plan);
    // What both were charged for was credited: the larger one counts.
    const price = (plan: string): number => this.#rules.plans.find(plan)?.pricePerMonth ?? 0;
    return live
      .map(({ plan }) => plan)
      .toSorted((one, other) => price(other) - price(one))
      .slice(0, 1);
  }

  /**
   * Trials, days on which somebody ended a subscription at Stripe, and the days after an end or a downgrade whose process
   * crashed: nobody knows of it until an event or the night tells.
   */
  #isGivenAway(from: number, to: number): boolean {
    const { endedElsewhere } = this.#rules;
    const isUnnoticed = (invoice: StripeInvoice) =>
      invoice.created >= from - unnoticed &&
      invoice.created < from &&
      (invoice.total < 0 || this.#isRenewedCheaper(invoice));
    if (this.#ledger.invoices.some(isUnnoticed)) return true;
    return this.#ledger.subscriptions.some(
      ({ id, trial_start, trial_end, ended_at }) =>
        (trial_start !== null && trial_end !== null && trial_start < to && trial_end > from) ||
        (ended_at !== null && ended_at >= from - unnoticed && ended_at < (endedElsewhere.has(id) ? to : from)),
    );
  }

  /** A downgrade in the last day of a period has no proration: the next period begins with the cheaper plan. */
  #isRenewedCheaper({ id }: StripeInvoice): boolean {
    const renewed = this.#shares.find(({ invoice }) => invoice === id);
    const before = this.#shares.filter(
      ({ subscription, end, sign }) => subscription === renewed?.subscription && end === renewed.start && sign > 0,
    );
    const price = (plan = ''): number => this.#rules.plans.find(plan)?.pricePerMonth ?? 0;
    return before.some(({ plan }) => price(plan) > price(renewed?.plan));
  }

  /**
   * The day of a renewal is shared by two periods. A plan that is left before the renewal is paid until then only, but the
   * account may take it up again for the rest of the day.
   */
  #renewalSlack(from: number, to: number): number {
    const ends = this.#shares.map(({ end }) => end).filter((end) => end > from && end < to);
    if (ends.length === 0) return 0;
    const most = Math.max(...this.#rules.plans.all.map(({ limits }) => limits.callsPerDay));
    return (most * (to - Math.min(...ends))) / day;
  }
}
