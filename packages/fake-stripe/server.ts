import { randomBytes } from 'node:crypto';
import { answerControl } from './control/answer-control.ts';
import type { ControlTarget } from './control/control-target.ts';
import { EventDelivery } from './events/event-delivery.ts';
import { sendTo } from './events/send-event.ts';
import type { FakeStripeOptions } from './fake-state.ts';
import { FakeStripe } from './fake-stripe.ts';
import { listen } from './http/listen.ts';
import { type AnswerRequest, serve } from './http/serve.ts';
import { StripeApi } from './http/stripe-api.ts';
import { answerPage } from './pages/answer-page.ts';

export type FakeStripeServerOptions = Partial<FakeStripeOptions> & {
  /** 0, as by default, takes a free port. */
  readonly port?: number;
  /** Where events go; `sendEventsTo` sets it later. Without it, none are sent. */
  readonly eventsUrl?: string;
  readonly apiKey?: string;
  readonly signingSecret?: string;
  /** The clock of the receiver of events, whose time is signed; the system's by default. */
  readonly signatureClock?: () => number;
  /** For the faults of events. */
  readonly random?: () => number;
};

export type FakeStripeServer = ControlTarget & {
  /** Without a path. The SDK takes its host, port and protocol. */
  readonly url: string;
  readonly apiKey: string;
  readonly signingSecret: string;
  readonly stop: () => Promise<void>;
};

const pauseBetweenWork = 50;

/**
 * Starts the fake on 127.0.0.1: the API, the pages that customers see, and `/_control`. Events are sent by themselves;
 * a test that cannot wait calls `events.deliverDue()`.
 */
export async function startFakeStripe(options: FakeStripeServerOptions = {}): Promise<FakeStripeServer> {
  const { port = 0, clock = Date.now, signatureClock = Date.now, random = Math.random } = options;
  const signingSecret = options.signingSecret ?? `whsec_${randomBytes(16).toString('hex')}`;
  const fake = new FakeStripe({ ...options, clock });
  const api = new StripeApi(fake, options.apiKey);
  let { eventsUrl } = options;
  const send = sendTo(() => eventsUrl);
  const events = new EventDelivery({ send, signingSecret, clock: () => fake.now(), signatureClock, random });
  fake.onEvent((event) => {
    if (eventsUrl !== undefined) events.accept(event);
  });
  const sendEventsTo = (url: string) => {
    eventsUrl = url;
  };
  const target = { fake, api, events, sendEventsTo };
  const listener = await listen(port, (request, response) => serve(answerWith(target), request, response));
  fake.servePagesAt(listener.url);
  const endWork = workRegularly(fake, events);
  const stop = () => {
    endWork();
    return listener.stop();
  };
  return { url: listener.url, apiKey: api.apiKey, signingSecret, ...target, stop };
}

const answerWith =
  (target: ControlTarget): AnswerRequest =>
  (request) => {
    if (request.target.startsWith('/v1/')) return target.api.answer(request);
    if (request.target.startsWith('/_control')) return answerControl(target, request);
    return answerPage(target.fake, request);
  };

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
