import { expireSession } from './checkout/checkout-payment.ts';
import type { FakeState } from './fake-state.ts';
import { collect, finalizeInvoice } from './invoices/invoice-collection.ts';
import { discardPending } from './subscriptions/pending-updates.ts';
import { renew, renewalTime } from './subscriptions/renewals.ts';
import { expireIncomplete } from './subscriptions/subscription-status.ts';

const incompleteSeconds = 23 * 3600;

type Due = { at: number; run: () => void };

/** Does what became due up to a second, in order; each piece of work sees the time at which it was due. */
export function workOffDue(state: FakeState, until: number): void {
  for (;;) {
    const next = earliest(state);
    if (!next || next.at > until) break;
    state.now = Math.max(state.now, next.at);
    next.run();
  }
  state.now = Math.max(state.now, until);
}

/** At the same second, what ends comes before what begins: a pending update expires before the renewal. */
function earliest(state: FakeState): Due | undefined {
  let next: Due | undefined;
  const consider = (at: number | null | undefined, run: () => void) => {
    if (at !== null && at !== undefined && (!next || at < next.at)) next = { at, run };
  };
  for (const session of state.sessions.values()) {
    if (session.status === 'open') consider(session.expires_at, () => expireSession(state, session));
  }
  for (const subscription of state.subscriptions.values()) {
    const pending = subscription.pending_update;
    if (pending) consider(pending.expires_at, () => discardPending(state, subscription, true));
    if (subscription.status === 'incomplete') {
      consider(subscription.created + incompleteSeconds, () => expireIncomplete(state, subscription));
    }
  }
  for (const invoice of state.invoices.values()) {
    if (invoice.status === 'draft' && invoice.auto_advance) {
      consider(invoice.automatically_finalizes_at, () => {
        finalizeInvoice(state, invoice);
        if (invoice.status === 'open') collect(state, invoice, { automatic: true });
      });
    }
    if (invoice.status === 'open') {
      consider(invoice.next_payment_attempt, () => collect(state, invoice, { automatic: true }));
    }
  }
  for (const subscription of state.subscriptions.values()) {
    consider(renewalTime(subscription), () => renew(state, subscription));
  }
  return next;
}
