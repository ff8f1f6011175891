import { activePrice, planOfPrice } from '../catalogue/prices.ts';
import { missingReference, refused } from '../errors.ts';
import type { Debit, FakeState, PendingLine } from '../fake-state.ts';
import type { FakePrice } from '../objects/catalogue-objects.ts';
import type { FakeSubscription, FakeSubscriptionItem } from '../objects/subscription-objects.ts';
import type { Period } from './billing-periods.ts';
import { remainingCharge, unusedCredit } from './proration.ts';
import { lineOf, productName } from './subscription-creation.ts';

export type ItemParam = {
  id: string;
  price?: string | undefined;
  quantity?: number | undefined;
};

/** What a change of items makes of a subscription, before anything is applied. */
export type ItemChange = {
  items: FakeSubscriptionItem[];
  debits: [string, Debit][];
  /** Credits for unused time and charges for the rest of the period. */
  lines: PendingLine[];
};

/** @param at The second that divides the period: everything is prorated to it. */
export function changeItems(
  state: FakeState,
  subscription: FakeSubscription,
  params: readonly ItemParam[],
  at: number,
): ItemChange {
  const change: ItemChange = { items: [...subscription.items.data], debits: [], lines: [] };
  for (const [index, param] of params.entries()) {
    const price = param.price === undefined ? undefined : activePrice(state, param.price, `items[${index}][price]`);
    if (price && price.currency !== subscription.currency) {
      throw refused(`The price is in ${price.currency}; the subscription is in ${subscription.currency}.`);
    }
    changeItem(state, change, param, price, at);
  }
  return subscription.status === 'trialing' ? withoutAmounts(change) : change;
}

function changeItem(
  state: FakeState,
  change: ItemChange,
  param: ItemParam,
  price: FakePrice | undefined,
  at: number,
): void {
  const index = change.items.findIndex(({ id }) => id === param.id);
  const old = change.items[index];
  if (!old) throw missingReference('subscription item', param.id, 'items');
  const next = price ?? old.price;
  const quantity = param.quantity ?? old.quantity;
  if (next.id === old.price.id && quantity === old.quantity) return;
  credit(state, change, old, at);
  if (!sameInterval(next, old.price)) throw refused('The fake does not change the interval of a subscription.');
  const item = { ...old, plan: planOfPrice(next), price: next, quantity };
  change.items[index] = item;
  charge(state, change, item, at);
}

const sameInterval = (one: FakePrice, other: FakePrice): boolean =>
  one.recurring.interval === other.recurring.interval &&
  one.recurring.interval_count === other.recurring.interval_count;

function credit(state: FakeState, change: ItemChange, item: FakeSubscriptionItem, at: number): void {
  const line = unusedTimeLine(state, item, at);
  if (line) change.lines.push(line);
}

/** The credit for the unused time of an item; none if nothing was debited for it. */
export function unusedTimeLine(state: FakeState, item: FakeSubscriptionItem, at: number): PendingLine | undefined {
  const debit = state.debits.get(item.id);
  if (!debit || debit.end <= at || debit.amount === 0) return undefined;
  const start = Math.max(at, debit.start);
  const amount = unusedCredit(debit, start);
  const description = `Credit for unused time: ${productName(state, item)}`;
  return { ...lineOf(item), amount, description, period: { start, end: debit.end }, proration: true };
}

function charge(state: FakeState, change: ItemChange, item: FakeSubscriptionItem, at: number): void {
  const amount = remainingCharge(item.price.unit_amount * item.quantity, periodOf(item), at);
  const period = { start: at, end: item.current_period_end };
  const description = `Rest of the period: ${productName(state, item)}`;
  change.lines.push({ ...lineOf(item), amount, description, period, proration: true });
  change.debits.push([item.id, { amount, ...period }]);
}

const periodOf = (item: FakeSubscriptionItem): Period => ({
  start: item.current_period_start,
  end: item.current_period_end,
});

const withoutAmounts = ({ items, debits }: ItemChange): ItemChange => ({
  items,
  debits: debits.map(([id, debit]) => [id, { ...debit, amount: 0 }]),
  lines: [],
});
