import { randomBytes } from 'node:crypto';
import { EventDelivery } from './events/event-delivery.ts';
import { sendTo } from './events/send-event.ts';
import type { FakeStripeOptions } from './fake-state.ts';
import { FakeStripe } from './fake-stripe.ts';
import { listen } from './http/listen.ts';
import { serve } from './http/serve.ts';
import { StripeApi } from './http/stripe-api.ts';

export type FakeStripeServerOptions = Partial<FakeStripeOptions> & {
  /** 0, as by default, takes a free port. */
  readonly port?: number;
  /** Where events go; `sendEventsTo` sets it later. Without it, none are sent. */
  readonly eventsUrl?: string;
  readonly apiKey?: string;
  readonly signingSecret?: string;
  /** For the faults of events. */
  readonly random?: () => number;
};

export type FakeStripeServer = {
  /** Without a path. The SDK takes its host, port and protocol. */
  readonly url: string;
  readonly apiKey: string;
  readonly signingSecret: string;
  readonly fake: FakeStripe;
  readonly api: StripeApi;
  readonly events: EventDelivery;
  readonly sendEventsTo: (url: string) => void;
  readonly stop: () => Promise<void>;
};

const pauseBetweenWork = 50;

/**
 * Starts the fake on 127.0.0.1: the API, the pages that customers see, and `/_control`. Events are sent by themselves;
 * a test that cannot wait calls `events.deliverDue()`.
 */
export async function startFakeStripe(options: FakeStripeServerOptions = {}): Promise<FakeStripeServer> {
  const { port = 0, clock = Date.now, random = Math.random } = options;
  const signingSecret = options.signingSecret ?? `whsec_${randomBytes(16).toString('hex')}`;
  const fake = new FakeStripe({ ...options, clock });
  const api = new StripeApi(fake, options.apiKey);
  let { eventsUrl } = options;
  const send = sendTo(() => eventsUrl);
  const events = new EventDelivery({ send, signingSecret, clock: () => fake.now(), signatureClock: Date.now, random });
  fake.onEvent((event) => {
    if (eventsUrl !== undefined) events.accept(event);
  });
  const sendEventsTo = (url: string) => {
    eventsUrl = url;
  };
  const target = { fake, api, events, sendEventsTo };
  const listener = await listen(port, (request, response) => serve((one) => api.answer(one), request, response));
  fake.servePagesAt(listener.url);
  const endWork = workRegularly(fake, events);
  const stop = () => {
    endWork();
    return listener.stop();
  };
  return { url: listener.url, apiKey: api.apiKey, signingSecret, ...target, stop };
}

/** Works off what is due, with a pause in between, without keeping the process alive. */
function workRegularly(fake: FakeStripe, events: EventDelivery): () => void {
  let ended = false;
  const work = async () => {
    fake.tick();
    await events.deliverDue();
    if (!ended) setTimeout(work, pauseBetweenWork).unref();
  };
  setTimeout(work, pauseBetweenWork).unref();
  return () => {
    ended = true;
  };
}
