import { beforeEach, describe, expect, test } from '@jest/globals';
import { beginDeletion } from '../../src/accounts/delete-account.ts';
import { maxEventBytes, receiveEvent } from '../../src/billing/receive-event.ts';
import { byCustomer } from '../support/change-requests.ts';
import { accountId, type BillingBench, billingBench, startedAt } from './billing-bench.ts';

const signingSecret = 'whsec_test';
let bench: BillingBench;

beforeEach(async () => {
  bench = await billingBench();
});

let events = 0;
const eventAbout = (object: object, type = 'customer.subscription.updated'): string => {
  events += 1;
  return JSON.stringify({ id: `evt_${events}`, object: 'event', type, data: { object } });
};

const sign = (payload: string, secret = signingSecret, at = bench.deps.clock()): string =>
  bench.deps.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at / 1_000) });

const receive = (payload: string, signature: string | undefined = sign(payload)): Promise<void> =>
  receiveEvent({ ...bench.deps, signingSecret }, Buffer.from(payload), signature);

/** A subscription that the account does not know of yet. */
async function paidUnnoticed(): Promise<string> {
  bench.pay((await bench.checkout('developer')).url);
  return bench.customerId();
}

describe('an event settles the account that it names', () => {
  test.each(['subscription', 'invoice', 'checkout.session'])('by the customer of a %s', async (object) => {
    const customer = await paidUnnoticed();
    await receive(eventAbout({ id: 'x_1', object, customer }));
    expect(await bench.account()).toMatchObject({ planId: 'developer' });
  });

  test('by the customer himself, and by the charge of a dispute', async () => {
    const id = await paidUnnoticed();
    await receive(eventAbout({ id, object: 'customer' }, 'customer.updated'));
    expect(await bench.account()).toMatchObject({ planId: 'developer' });
    const { data } = await bench.deps.stripe.charges.list({ customer: id });
    const charge = data[0]?.id ?? '';
    bench.fake.openDispute(charge);
    await receive(eventAbout({ id: 'dp_1', object: 'dispute', charge }, 'charge.dispute.created'));
    expect((await bench.activity()).at(-1)).toMatchObject({ action: 'payment_disputed' });
  });

  test('whatever the event says: only the API counts', async () => {
    const customer = await paidUnnoticed();
    await receive(eventAbout({ id: 'sub_1', object: 'subscription', customer, status: 'canceled' }));
    expect(await bench.account()).toMatchObject({ planId: 'developer' });
  });
});

test('events about others, and of kinds that name no customer, are accepted and ignored', async () => {
  for (const object of [
    { id: 'sub_1', object: 'subscription', customer: 'cus_other' },
    { id: 'ch_1', object: 'charge', customer: null },
    { id: 'dp_1', object: 'dispute', charge: 'ch_unknown' },
    { object: 'balance' },
  ]) {
    await receive(eventAbout(object, 'of.any.kind'));
  }
  await receive('{"id":"evt_2","object":"event","type":"ping"}');
});

describe('refused without a request to Stripe', () => {
  const payload = eventAbout({ id: 'cus_1', object: 'customer' });
  const refused = { code: 'bad_event' };

  test.each<[string, string, () => string | undefined]>([
    ['without a signature', payload, () => ''],
    ['with a forged signature', payload, () => sign(payload, 'whsec_other')],
    ['signed for another body', payload, () => sign(`${payload} `)],
    ['with an invalid signature', payload, () => 't=1,v1=00'],
    ['older than 5 minutes', payload, () => sign(payload, signingSecret, startedAt - 301_000)],
    ['that is truncated', payload.slice(0, -9), () => sign(payload)],
    ['that is not JSON', 'ping', () => sign('ping')],
    ['that is too large', `"${'x'.repeat(maxEventBytes)}"`, () => sign(`"${'x'.repeat(maxEventBytes)}"`)],
  ])('%s', async (_, body, signature) => {
    const before = bench.api.requests;
    await expect(receive(body, signature())).rejects.toMatchObject(refused);
    expect(bench.api.requests).toBe(before);
  });

  test('that was received before, also with another header around the same signature', async () => {
    const body = eventAbout({ id: await paidUnnoticed(), object: 'customer' });
    const signature = sign(body);
    await receive(body, signature);
    const before = bench.api.requests;
    await expect(receive(body, signature)).rejects.toMatchObject(refused);
    await expect(receive(body, `${signature},v0=1`)).rejects.toMatchObject(refused);
    expect(bench.api.requests).toBe(before);
    bench.advance(10_000);
    await receive(body);
  });
});

test('while Stripe cannot be reached, the event fails so that Stripe sends it again', async () => {
  const body = eventAbout({ id: await paidUnnoticed(), object: 'customer' });
  bench.api.setOutage({ kind: 'error', until: Number.POSITIVE_INFINITY });
  await expect(receive(body)).rejects.toMatchObject({ code: 'billing_unavailable' });
  bench.api.setOutage(undefined);
  bench.advance(60_000);
  await receive(body);
  expect(await bench.account()).toMatchObject({ planId: 'developer' });
});

test.each(['report', 'suspend'] as const)('an early fraud warning with the setting "%s"', async (onFraudWarning) => {
  bench = await billingBench({ settings: { onFraudWarning } });
  await bench.subscribe('developer');
  const { data } = await bench.deps.stripe.charges.list({ customer: await bench.customerId() });
  const warning = { id: 'issfr_1', object: 'radar.early_fraud_warning', charge: data[0]?.id };
  await receive(eventAbout(warning, 'radar.early_fraud_warning.created'));
  expect(await bench.account()).toMatchObject({ state: onFraudWarning === 'suspend' ? 'suspended' : 'active' });
  expect(bench.logged.some((line) => line.includes('fraud_warning'))).toBe(true);
  await beginDeletion(bench.deps, byCustomer(accountId));
  bench.advance(10_000);
  await receive(eventAbout(warning, 'radar.early_fraud_warning.created'));
});
