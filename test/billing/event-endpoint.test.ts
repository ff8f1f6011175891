import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createEventEndpoint } from '../../src/billing/event-endpoint.ts';
import type { Directory } from '../../src/table/directory-table.ts';
import { emptyDirectory } from '../support/dynamodb.ts';
import { accountId, type BillingBench, billingBench, email } from './billing-bench.ts';

const signingSecret = 'whsec_of_these_tests';

let bench: BillingBench;
let answerEvent: ReturnType<typeof createEventEndpoint>;
let requests: number;
/** A customer who has paid, and whose account does not know it yet. @param directory default: one in memory */
async function begin(directory?: Directory): Promise<void> {
  bench = await billingBench({ ...(directory && { directory }) });
  const { stripe, settings, ...deps } = bench.deps;
  answerEvent = createEventEndpoint({ ...deps, connect: async () => ({ stripe, settings, signingSecret }) });
  bench.pay((await bench.checkout('developer')).url);
  requests = bench.api.requests;
}
beforeEach(() => begin());

const event = async (object: object = {}): Promise<string> =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object: { id: 'sub_1', object: 'subscription', customer: await bench.customerId(), ...object } },
  });

type Changes = { readonly secret?: string; readonly agoSeconds?: number };

const sign = (payload: string, { secret = signingSecret, agoSeconds = 0 }: Changes = {}): string =>
  bench.deps.stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(bench.deps.clock() / 1_000) - agoSeconds,
  });

const deliver = (body: string, signature?: string): Promise<Response> =>
  answerEvent({ requestId: 'request-1', signature, body: Buffer.from(body) });

const lastLine = () => JSON.parse(bench.logged.at(-1) ?? '{}');

describe('an event that Stripe has signed', () => {
  test('brings the account up to date', async () => {
    const body = await event();
    const answer = await deliver(body, sign(body));
    expect([answer.status, await answer.text()]).toEqual([200, '{}']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await bench.account()).toMatchObject({ planId: 'developer' });
    expect(lastLine()).toMatchObject({ event: 'billing_event', requestId: 'request-1' });
  });

  test('is ignored if it is of an unknown kind or about a customer of somebody else', async () => {
    const unknown = JSON.stringify({ id: 'evt_2', object: 'event', type: 'tax.rate.created', data: { object: {} } });
    const foreign = await event({ customer: 'cus_of_another_gateway' });
    for (const body of [unknown, foreign]) expect((await deliver(body, sign(body))).status).toBe(200);
    expect(await bench.account()).toMatchObject({ planId: 'free' });
  });

  test('gets 503 while Stripe does not answer, and is applied when Stripe sends it again', async () => {
    const body = await event();
    bench.api.setOutage({ kind: 'error', until: bench.deps.clock() + 60_000 });
    expect((await deliver(body, sign(body))).status).toBe(503);
    const failed = { event: 'billing_event_failed', detail: expect.stringContaining('cannot be reached') };
    expect(lastLine()).toMatchObject({ ...failed, level: 'error', cause: expect.stringContaining('outage') });
    bench.advance(61_000);
    expect((await deliver(body, sign(body))).status).toBe(200);
    expect(await bench.account()).toMatchObject({ planId: 'developer' });
  });

  test('gets 503 beyond the share of events, without an error line, and is applied when it is sent again', async () => {
    await begin(await emptyDirectory());
    const bodies = await Promise.all(Array.from({ length: 20 }, (_, index) => event({ id: `sub_${index}` })));
    const statuses: number[] = [];
    for (const body of bodies) statuses.push((await deliver(body, sign(body))).status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(bench.logged.join()).not.toContain('"level":"error"');
    expect(lastLine()).toMatchObject({ event: 'billing_event_postponed' });
    bench.advance(10_000);
    const [last = ''] = bodies.slice(-1);
    expect((await deliver(last, sign(last))).status).toBe(200);
  });

  test('is not postponed because of copies of another one', async () => {
    await begin(await emptyDirectory());
    const [body, next] = [await event(), await event({ id: 'sub_2' })];
    const signature = sign(body);
    for (let copy = 0; copy < 30; copy += 1)
      expect((await deliver(body, signature)).status).toBe(copy === 0 ? 200 : 400);
    expect((await deliver(next, sign(next))).status).toBe(200);
  });
});

describe('a request that is not an event of Stripe', () => {
  afterEach(async () => {
    expect(await bench.account()).toMatchObject({ accountId, planId: 'free' });
    expect(bench.api.requests).toBe(requests);
    expect(bench.logged.join()).not.toContain(email);
  });

  test.each<[string, Changes]>([
    ['forged: signed with another secret', { secret: 'whsec_of_somebody_else' }],
    ['old: six minutes', { agoSeconds: 360 }],
  ])('is refused if it is %s', async (_, changes) => {
    const body = await event();
    expect((await deliver(body, sign(body, changes))).status).toBe(400);
    expect(lastLine()).toMatchObject({ event: 'billing_event_refused', signed: 1 });
  });

  test('is refused if its body was truncated, changed or printed again', async () => {
    const body = await event();
    for (const other of [
      body.slice(0, -1),
      body.replace('sub_1', 'sub_2'),
      JSON.stringify(JSON.parse(body), null, 1),
    ]) {
      expect((await deliver(other, sign(body))).status).toBe(400);
    }
  });

  test('is refused if it is huge, even with a valid signature', async () => {
    const body = await event({ metadata: 'x'.repeat(300_000) });
    expect((await deliver(body, sign(body))).status).toBe(400);
  });

  test.each([undefined, '', 'v1=0', 't=now,v1=0'])('is refused with the signature %j', async (signature) => {
    expect((await deliver(await event(), signature)).status).toBe(400);
    expect(lastLine()).toMatchObject({ event: 'billing_event_refused', signed: signature ? 1 : 0 });
  });
});

test('a copy of a request that was received is refused, and asks Stripe nothing', async () => {
  const body = await event();
  const signature = sign(body);
  expect((await deliver(body, signature)).status).toBe(200);
  requests = bench.api.requests;
  expect((await deliver(body, signature)).status).toBe(400);
  expect(bench.api.requests).toBe(requests);
});
