import { describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { EventDelivery } from '../../events/event-delivery.ts';
import { noFaults } from '../../events/event-faults.ts';
import { FakeStripe } from '../../fake-stripe.ts';
import type { FakeEvent } from '../../objects/fake-objects.ts';

const second = 1_000;
const hour = 3_600 * second;
const secret = 'whsec_test';

/** A fake with a receiver of events that answers with `status` (0: not at all), on a clock of its own. */
function receiver({ random = () => 0 }: { random?: () => number } = {}) {
  const start = 1_800_000_000 * second;
  const state = { now: start, status: 200, received: [] as { event: Stripe.Event; at: number }[] };
  const send = async (body: string, signature: string) => {
    const event = Stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, state.now);
    state.received.push({ event, at: state.now - start });
    if (state.status === 0) throw new Error('refused');
    return state.status;
  };
  const clock = () => state.now;
  const fake = new FakeStripe({ clock });
  const events = new EventDelivery({ send, signingSecret: secret, clock, signatureClock: clock, random });
  const happened: FakeEvent[] = [];
  fake.onEvent((event) => {
    happened.push(event);
    events.accept(event);
  });
  const happen = (count: number) => {
    for (let done = 0; done < count; done += 1) fake.call({ method: 'POST', path: '/v1/customers', params: {} });
  };
  const ids = () => state.received.map(({ event }) => event.id);
  const passUntil = async (end: number) => {
    for (let due = events.nextDueAt; due !== undefined && due - start <= end; due = events.nextDueAt) {
      state.now = Math.max(state.now, due);
      await events.deliverDue();
    }
  };
  return { state, events, happen, happened, ids, passUntil };
}

describe('events', () => {
  test('are sent in the order of happening, signed, as Stripe writes them', async () => {
    const { state, events, happen, happened, ids } = receiver();
    happen(3);
    await events.deliverDue();
    expect(ids()).toEqual(happened.map(({ id }) => id));
    expect(state.received[0]?.event).toMatchObject({
      object: 'event',
      type: 'customer.created',
      api_version: Stripe.API_VERSION,
      data: { object: { object: 'customer' } },
      livemode: false,
    });
    expect(events.waiting).toBe(0);
  });

  test('are sent again after an error or without an answer, with growing pauses, for three days', async () => {
    const { state, events, happen, passUntil } = receiver();
    happen(1);
    state.status = 503;
    await passUntil(8 * second);
    expect(state.received.map(({ at }) => at / second)).toEqual([0, 1, 3, 7]);
    state.status = 0;
    await passUntil(1000 * hour);
    const last = Math.max(...state.received.map(({ at }) => at));
    expect(last).toBeGreaterThan(71 * hour);
    expect(last).toBeLessThanOrEqual(73 * hour);
    expect(events.waiting).toBe(0);
  });

  test('that arrive at last are not sent again', async () => {
    const { state, happen, passUntil } = receiver();
    state.status = 500;
    happen(1);
    await passUntil(2 * second);
    state.status = 200;
    await passUntil(100 * hour);
    expect(state.received).toHaveLength(3);
  });

  test('are lost on request', async () => {
    const { events, happen, happened, ids } = receiver();
    events.setFaults({ ...noFaults, lose: 1 });
    happen(2);
    events.setFaults(noFaults);
    happen(1);
    await events.deliverDue();
    expect(ids()).toEqual([happened[2]?.id]);
  });

  test('are reordered on request', async () => {
    const { events, happen, happened, ids } = receiver();
    events.setFaults({ ...noFaults, reorder: 1 });
    happen(3);
    await events.deliverDue();
    expect(ids()).toEqual(happened.map(({ id }) => id).reverse());
  });

  test('are repeated once on request', async () => {
    const { events, happen, happened, ids } = receiver();
    events.setFaults({ ...noFaults, repeat: 1 });
    happen(1);
    await events.deliverDue();
    expect(ids()).toEqual([happened[0]?.id, happened[0]?.id]);
  });

  test('are delayed on request', async () => {
    const { state, events, happen, passUntil } = receiver({ random: () => 0.5 });
    events.setFaults({ ...noFaults, delayMilliseconds: 10 * second });
    happen(1);
    await events.deliverDue();
    expect(state.received).toEqual([]);
    await passUntil(hour);
    expect(state.received.map(({ at }) => at)).toEqual([5 * second]);
  });

  test('of the past are sent again on request, lost ones too', async () => {
    const { state, events, happen, happened, ids } = receiver();
    events.setFaults({ ...noFaults, lose: 1 });
    happen(2);
    expect(events.resend(happened[0]?.id)).toBe(1);
    expect(events.resend('evt_none')).toBe(0);
    await events.deliverDue();
    expect(ids()).toEqual([happened[0]?.id]);
    expect(events.resend()).toBe(2);
    await events.deliverDue();
    expect(state.received).toHaveLength(3);
  });
});
