import * as v from 'valibot';
import { checkedCall } from '../checked-call.ts';
import { eventFaults } from '../events/event-faults.ts';
import { outageKinds } from '../http/outage.ts';
import type { ControlTarget } from './control-target.ts';

const second = 1_000;
const day = 86_400 * second;
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const ofCharge = v.strictObject({ charge: v.string() });
const text = (milliseconds: number): string => new Date(milliseconds).toISOString();

type Control = (target: ControlTarget, input: unknown) => object;

function control<S extends v.GenericSchema>(
  schema: S,
  run: (target: ControlTarget, input: v.InferOutput<S>) => object,
): Control {
  return (target, input) => run(target, v.parse(schema, input));
}

const state = control(v.unknown(), ({ fake, api, events }) => ({
  now: text(fake.now()),
  requests: api.requests,
  eventsWaiting: events.waiting,
}));

const clock = control(
  v.strictObject({ days: v.optional(count, 0), seconds: v.optional(count, 0) }),
  ({ fake }, { days, seconds }) => {
    fake.advance(days * day + seconds * second);
    return { now: text(fake.now()) };
  },
);

const card = control(
  v.strictObject({ customer: v.string(), card: v.picklist(['pays', 'is_declined', 'asks']) }),
  ({ fake }, { customer, card }) => {
    fake.changeCards(customer, card);
    return { customer, card };
  },
);

const events = control(
  v.strictObject({ ...eventFaults.entries, url: v.optional(v.pipe(v.string(), v.url())) }),
  (target, { url, ...faults }) => {
    target.events.setFaults(faults);
    if (url !== undefined) target.sendEventsTo(url);
    return faults;
  },
);

const resend = control(v.strictObject({ event: v.optional(v.string()) }), (target, { event }) => ({
  events: target.events.resend(event),
}));

const outage = control(
  v.strictObject({ kind: v.picklist([...outageKinds, 'none']), seconds: v.optional(count, 60) }),
  ({ fake, api }, { kind, seconds }) => {
    const until = fake.now() + seconds * second;
    api.setOutage(kind === 'none' ? undefined : { kind, until });
    return { kind, until: text(until) };
  },
);

/** What the operator does in Stripe's dashboard. */
const refund = control(v.strictObject({ charge: v.string(), amount: v.exactOptional(count) }), ({ fake }, params) =>
  checkedCall(fake, v.looseObject({ id: v.string() }), { method: 'POST', path: '/v1/refunds', params }),
);

const closeDispute = control(
  v.strictObject({ dispute: v.string(), status: v.picklist(['lost', 'won']) }),
  ({ fake }, { dispute, status }) => {
    fake.closeDispute(dispute, status);
    return { dispute, status };
  },
);

const fraudWarning = control(ofCharge, ({ fake }, { charge }) => {
  fake.warnOfFraud(charge);
  return { charge };
});

/** The controls of the fake by method and path. */
export const controls: ReadonlyMap<string, Control> = new Map([
  ['GET /_control', state],
  ['POST /_control/clock', clock],
  ['POST /_control/card', card],
  ['POST /_control/events', events],
  ['POST /_control/events/resend', resend],
  ['POST /_control/outage', outage],
  ['POST /_control/dispute', control(ofCharge, ({ fake }, { charge }) => fake.openDispute(charge))],
  ['POST /_control/dispute/close', closeDispute],
  ['POST /_control/early-fraud-warning', fraudWarning],
  ['POST /_control/refund', refund],
]);
