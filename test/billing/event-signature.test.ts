import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import Stripe from 'stripe';
import { createEventEndpoint } from '../../src/billing/event-endpoint.ts';
import { maxEventBytes } from '../../src/billing/receive-event.ts';
import { type BillingBench, billingBench } from './billing-bench.ts';

const secret = 'whsec_of_this_test';
const tolerance = 300;

let bench: BillingBench;
let answerEvent: ReturnType<typeof createEventEndpoint>;
/** An event as Stripe sends it: of the subscription of the account. */
let body: string;

beforeAll(async () => {
  bench = await billingBench();
  const bodies: string[] = [];
  bench.fake.onEvent((event) => {
    if (event.type === 'customer.subscription.created') bodies.push(JSON.stringify(event));
  });
  await bench.subscribe('developer');
  body = bodies[0] ?? '';
  const { stripe, settings } = bench.deps;
  answerEvent = createEventEndpoint({
    ...bench.deps,
    connect: async () => ({ stripe, settings, signingSecret: secret }),
  });
});

const now = () => Math.floor(bench.deps.clock() / 1000);

const sign = (payload: string, timestamp = now(), key = secret): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: key, timestamp });

/** Sends an event, and counts the requests to Stripe that it causes. */
async function post(sent: string | Buffer, signature: string | undefined) {
  const before = bench.api.requests;
  const { status } = await answerEvent({ requestId: 'request-1', signature, body: Buffer.from(sent) });
  return { status, calls: bench.api.requests - before };
}

const accepted = { status: 200, calls: expect.any(Number) };
const refused = { status: 400, calls: 0 };

/** The same event under another id, so that it was not received before. */
let copies = 0;
const anotherEvent = (): string => {
  copies += 1;
  return JSON.stringify({ ...JSON.parse(body), id: `evt_copy${copies}` });
};

describe("Stripe's events", () => {
  test('that are signed are accepted, and only they reach the API of Stripe', async () => {
    const { status, calls } = await post(body, sign(body));
    expect(status).toBe(200);
    expect(calls).toBeGreaterThan(0);
  });

  test.each([
    ['without a header', () => undefined],
    ['with an empty header', () => ''],
    ['with a header of something else', () => 'Bearer abc'],
    ['without a timestamp', (event: string) => sign(event).replace(/^t=\d+,/, '')],
    ['without a signature', (event: string) => sign(event).replace(/,v1=.*/, '')],
    ['with an empty signature', (event: string) => sign(event).replace(/v1=.*/, 'v1=')],
    ['with the scheme of test signatures only', (event: string) => sign(event).replace('v1=', 'v0=')],
    ['signed with another secret', (event: string) => sign(event, now(), 'whsec_of_somebody_else')],
    ['signed with an empty secret', (event: string) => sign(event, now(), ' ')],
    ['with a timestamp that was changed', (event: string) => sign(event).replace(/\d+/, String(now() + 1))],
    ['older than five minutes', (event: string) => sign(event, now() - tolerance - 1)],
    ['much older', (event: string) => sign(event, 1)],
    ['from the future', (event: string) => sign(event, now() + tolerance + 1)],
  ])('%s are refused', async (_name, header: (event: string) => string | undefined) => {
    const event = anotherEvent();
    expect(await post(event, header(event))).toEqual(refused);
  });

  test('may be five minutes old or early, and signed with the old and the new secret', async () => {
    for (const at of [now() - tolerance, now() + tolerance]) {
      const event = anotherEvent();
      expect(await post(event, sign(event, at))).toEqual(accepted);
    }
    const event = anotherEvent();
    const ofOldSecret = sign(event, now(), 'whsec_before').replace(/^t=\d+,/, '');
    expect(await post(event, `${sign(event)},${ofOldSecret}`)).toEqual(accepted);
  });

  test('that are altered in one byte are refused', async () => {
    const bytes = Buffer.from(anotherEvent());
    const signature = sign(bytes.toString());
    const position = fc.nat(bytes.length - 1);
    const alteration = fc.integer({ min: 1, max: 255 });
    await fc.assert(
      fc.asyncProperty(position, alteration, async (at, difference) => {
        const altered = Buffer.from(bytes);
        altered.writeUInt8(altered.readUInt8(at) ^ difference, at);
        expect(await post(altered, signature)).toEqual(refused);
      }),
    );
  });

  test('that are truncated or extended are refused', async () => {
    const event = anotherEvent();
    const signature = sign(event);
    await fc.assert(
      fc.asyncProperty(fc.nat(event.length - 1), fc.string({ minLength: 1 }), async (length, more) => {
        expect(await post(event.slice(0, length), signature)).toEqual(refused);
        expect(await post(`${event}${more}`, signature)).toEqual(refused);
      }),
    );
  });

  test('with signatures that are guessed are refused', async () => {
    const event = anotherEvent();
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
    await fc.assert(
      fc.asyncProperty(fc.array(hex, { minLength: 1, maxLength: 3 }), fc.integer(), async (signatures, shift) => {
        const header = [`t=${now() + (shift % tolerance)}`, ...signatures.map((one) => `v1=${one}`)].join(',');
        expect(await post(event, header)).toEqual(refused);
      }),
    );
  });

  test('that were received before are refused, however the copy is written', async () => {
    const event = anotherEvent();
    const signature = sign(event);
    expect(await post(event, signature)).toEqual(accepted);
    const [timestamp = '', signed = ''] = signature.split(',');
    const copies = [
      signature,
      `${signature},v1=${'0'.repeat(64)}`,
      `${signature},v0=1`,
      `${signed},${timestamp}`,
      `t=1,${signature}`,
      `${signature},`,
      signature.replace('t=', 't=0'),
      signature.replace('t=', 't=+'),
      signature.replace('t=', 't= '),
      signature.replace(',', '.5,'),
      signature.replace(',', ',x=y,'),
    ];
    for (const copy of copies) expect(await post(event, copy)).toEqual(refused);
    // Decoders of UTF-8 drop this mark, so the signature would still be right.
    expect(await post(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(event)]), signature)).toEqual(
      refused,
    );
  });

  test('that Stripe sends again are accepted: it signs them again', async () => {
    const event = anotherEvent();
    expect(await post(event, sign(event, now() - 1))).toEqual(accepted);
    expect(await post(event, sign(event))).toEqual(accepted);
  });

  test('that are huge are refused, also signed ones', async () => {
    const padded = (size: number) => {
      const event = anotherEvent();
      return `${event}${' '.repeat(size - Buffer.byteLength(event))}`;
    };
    const largest = padded(maxEventBytes);
    expect(await post(largest, sign(largest))).toEqual(accepted);
    for (const size of [maxEventBytes + 1, 6_000_000]) {
      const huge = padded(size);
      expect(await post(huge, sign(huge))).toEqual(refused);
    }
  });

  test('that are signed, but not events, cause no request', async () => {
    for (const text of ['', 'no JSON', '{']) expect(await post(text, sign(text))).toEqual(refused);
    for (const text of ['{}', 'null', '[1]', '{"id":"evt_1","type":"x","data":{}}', '{"id":"evt_2"}']) {
      expect(await post(text, sign(text))).toEqual({ status: 200, calls: 0 });
    }
  });
});
