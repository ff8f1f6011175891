import { refused } from '../errors.ts';
import { copy, type FakeState } from '../fake-state.ts';

type Json = Record<string, unknown>;

/** Deepest path that Stripe expands. */
const maxDepth = 4;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** A copy of an object or list, with the ids at the paths replaced by the objects they name. */
export function expand(state: FakeState, value: unknown, paths: readonly string[]): unknown {
  const answer: unknown = copy(value);
  for (const path of paths) {
    const keys = path.split('.');
    if (keys.length > maxDepth) throw refused(`You cannot expand more than ${maxDepth} levels: ${path}.`);
    expandPath(state, answer, keys, path);
  }
  return answer;
}

function expandPath(state: FakeState, value: unknown, keys: string[], path: string): void {
  const [key, ...rest] = keys;
  if (key === undefined || value === null) return;
  if (Array.isArray(value)) {
    for (const element of value) expandPath(state, element, keys, path);
    return;
  }
  if (!isObject(value)) throw refused(`This property cannot be expanded (${path}).`);
  const found = included(state, value, key) ?? value[key];
  value[key] = typeof found === 'string' ? copy(named(state, found, path)) : found;
  if (found === undefined) throw refused(`This property cannot be expanded (${path}).`);
  expandPath(state, value[key], rest, path);
}

/** Lists that Stripe sends only on request. */
function included(state: FakeState, owner: Json, key: string): unknown {
  const list = (data: unknown[], url: string) => copy({ object: 'list', data, has_more: false, url });
  const of = <T extends object>(objects: Map<string, T>, matches: (object: T) => boolean) =>
    [...objects.values()].reverse().filter(matches);
  switch (`${owner.object}.${key}`) {
    case 'invoice.payments':
      return list(
        of(state.invoicePayments, ({ invoice }) => invoice === owner.id),
        '/v1/invoice_payments',
      );
    case 'charge.refunds':
      return list(
        of(state.refunds, ({ charge }) => charge === owner.id),
        `/v1/charges/${owner.id}/refunds`,
      );
    case 'customer.subscriptions':
      return list(
        of(state.subscriptions, ({ customer, status }) => customer === owner.id && status !== 'canceled'),
        `/v1/customers/${owner.id}/subscriptions`,
      );
    case 'checkout.session.line_items':
      return list(lineItems(state, String(owner.id)), `/v1/checkout/sessions/${owner.id}/line_items`);
    default:
      return undefined;
  }
}

function lineItems(state: FakeState, session: string): unknown[] {
  return (state.checkoutPlans.get(session)?.lines ?? []).map(({ priceId, quantity }) => {
    const price = state.prices.get(priceId);
    const amount = (price?.unit_amount ?? 0) * quantity;
    return { id: `li_${session}`, object: 'item', amount_subtotal: amount, amount_total: amount, price, quantity };
  });
}

function named(state: FakeState, id: string, path: string): unknown {
  for (const objects of [
    state.customers,
    state.invoices,
    state.subscriptions,
    state.charges,
    state.intents,
    state.prices,
    state.products,
    state.paymentMethods,
    state.refunds,
    state.sessions,
    state.configurations,
  ]) {
    const found = objects.get(id);
    if (found) return found;
  }
  throw refused(`This property cannot be expanded (${path}).`);
}
