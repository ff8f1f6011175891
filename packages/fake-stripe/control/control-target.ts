import type { EventDelivery } from '../events/event-delivery.ts';
import type { FakeStripe } from '../fake-stripe.ts';
import type { StripeApi } from '../http/stripe-api.ts';

/** What the controls change. */
export type ControlTarget = {
  readonly fake: FakeStripe;
  /** Counts requests and takes outages. */
  readonly api: StripeApi;
  readonly events: EventDelivery;
  readonly sendEventsTo: (url: string) => void;
};
