import * as v from 'valibot';
import { customerNamed } from '../customers/customers.ts';
import { missing, missingReference, refused } from '../errors.ts';
import type { FakeState } from '../fake-state.ts';
import type { FakePortalConfiguration, FakePortalSession } from '../objects/portal-objects.ts';
import type { Operation } from '../requests/operation.ts';
import { type Params, readParams } from '../requests/parameters.ts';
import { cancelNow } from '../subscriptions/subscription-cancellation.ts';
import { hasEnded } from '../subscriptions/subscription-status.ts';

const Text = v.optional(v.string());

function create(state: FakeState, params: Params): FakePortalSession {
  const read = readParams({ configuration: Text, customer: v.string(), locale: Text, return_url: Text }, params);
  customerNamed(state, read.customer);
  const configuration = read.configuration && state.configurations.get(read.configuration);
  if (!configuration) {
    if (read.configuration) throw missingReference('configuration', read.configuration, 'configuration');
    throw refused('The fake has no default portal configuration: name one.', undefined, 'configuration');
  }
  const id = state.id('bps');
  const session: FakePortalSession = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: state.now,
    customer: read.customer,
    livemode: false,
    return_url: read.return_url ?? null,
    url: `${state.pagesUrl}/portal/${id}`,
  };
  state.portalSessions.set(id, session);
  return session;
}

export type Portal = { session: FakePortalSession; configuration: FakePortalConfiguration };

/** What the portal page shows and allows. */
export function portalAt(state: FakeState, id: string): Portal {
  const session = state.portalSessions.get(id);
  const configuration = session && state.configurations.get(session.configuration);
  if (!configuration) throw missing('billing_portal.session', id);
  return { session, configuration };
}

/** The customer cancels a subscription in the portal, in the way its configuration says. */
export function cancelInPortal(state: FakeState, { session, configuration }: Portal, id: string): void {
  const { enabled, mode, proration_behavior: proration } = configuration.features.subscription_cancel;
  const subscription = state.subscriptions.get(id);
  if (!enabled) throw refused('The portal does not allow cancellation.');
  if (subscription?.customer !== session.customer) throw missing('subscription', id);
  if (hasEnded(subscription) || subscription.status === 'incomplete')
    throw refused('The subscription cannot be ended.');
  if (mode === 'immediately') {
    const prorate = proration !== 'none';
    cancelNow(state, subscription, { prorate, invoiceNow: proration === 'always_invoice' });
    return;
  }
  subscription.cancel_at_period_end = true;
  subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? null;
  subscription.canceled_at = state.now;
  state.emit('customer.subscription.updated', subscription);
}

export const portalSessionOperations: Operation[] = [
  { method: 'POST', path: '/v1/billing_portal/sessions', run: create },
];
