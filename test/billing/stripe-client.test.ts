import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { startFakeStripe } from '../../packages/fake-stripe/server.ts';
import { createStripe } from '../../src/billing/stripe-client.ts';
import { callStripe } from '../../src/billing/stripe-errors.ts';

test('the SDK talks to the address of the settings', async () => {
  const server = await startFakeStripe();
  const stripe = await createStripe({ apiKey: server.apiKey, apiUrl: server.url });
  expect((await stripe.customers.create({ email: 'ada@example.com' })).email).toBe('ada@example.com');
  await server.stop();
});

test('by default it talks to Stripe', async () => {
  const stripe = await createStripe({ apiKey: 'sk_test_1' });
  expect(stripe.getApiField('host')).toBe('api.stripe.com');
});

test('an API that does not answer is an outage; one that refuses the API key or a request is set up wrongly', async () => {
  const server = await startFakeStripe();
  const outcome = async (apiKey: string, email: string) => {
    const stripe = await createStripe({ apiKey, apiUrl: server.url });
    const [result] = await Promise.allSettled([callStripe(() => stripe.customers.retrieve(email))]);
    return result.status === 'rejected' ? result.reason.code : 'answered';
  };
  expect(await outcome('sk_test_wrong', 'cus_1')).toBe('billing_misconfigured');
  expect(await outcome(server.apiKey, 'cus_1')).toBe('billing_misconfigured');
  await server.stop();
  expect(await outcome(server.apiKey, 'cus_1')).toBe('billing_unavailable');
});

test('only the client imports the SDK itself, and only when it is needed', () => {
  const importing = globSync('src/**/*.ts').filter((file) =>
    /^import (?!type)[^;]*'stripe'/m.test(readFileSync(file, 'utf8')),
  );
  expect(importing).toEqual([]);
});
