import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { fakeStripeClient } from '../../http/client.ts';
import { type FakeStripeServer, startFakeStripe } from '../../server.ts';

let server: FakeStripeServer;
let stripe: Stripe;
let price: string;

const day = 86_400_000;
const shop = 'http://localhost:4000';

beforeAll(async () => {
  server = await startFakeStripe();
  stripe = fakeStripeClient(server.fake);
  const { id: product } = await stripe.products.create({ name: 'Developer' });
  const recurring = { interval: 'month' } as const;
  const created = await stripe.prices.create({ currency: 'usd', unit_amount: 2000, recurring, product });
  price = created.id;
});

afterAll(() => server.stop());

const checkout = async (options: Partial<Stripe.Checkout.SessionCreateParams> = {}) => {
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price, quantity: 1 }],
    success_url: `${shop}/plan?checkout=done&id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shop}/plan?checkout=cancelled`,
    ...options,
  });
  return { customer: customer.id, session: session.id, url: session.url ?? '' };
};

/** What a browser does with a button: posts its values, and follows a redirection inside the fake. */
async function submit(url: string, values: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(values), redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

const show = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, text: await response.text() };
};

const subscriptionsOf = async (customer: string) => (await stripe.subscriptions.list({ customer, status: 'all' })).data;

const invoiceOf = async (customer: string, status: 'open' | 'paid') => {
  const [invoice] = (await stripe.invoices.list({ customer, status })).data;
  if (invoice?.hosted_invoice_url == null) throw new Error('no such invoice');
  return { ...invoice, page: invoice.hosted_invoice_url };
};

describe('the Checkout page', () => {
  test('takes a card that pays, and leads back with the id of the session', async () => {
    const { customer, session, url } = await checkout();
    const { text } = await show(url);
    expect(text).toContain('This is a fake of Stripe.');
    expect(text).toContain('$20.00');
    expect(text).toContain(`href="${shop}/plan?checkout=cancelled"`);
    const paid = await submit(url, { card: 'pays' });
    expect(paid).toMatchObject({ status: 303, location: `${shop}/plan?checkout=done&id=${session}` });
    expect(await subscriptionsOf(customer)).toMatchObject([{ status: 'active' }]);
    expect(await show(url)).toMatchObject({
      status: 200,
      text: expect.stringContaining('You have paid here already.'),
    });
    expect(await submit(url, { card: 'pays' })).toMatchObject({ status: 400 });
    expect(await subscriptionsOf(customer)).toHaveLength(1);
  });

  test('says that a card was declined, and takes another one', async () => {
    const { customer, url } = await checkout();
    const declined = await submit(url, { card: 'is_declined' });
    expect(declined).toMatchObject({ status: 200, text: expect.stringContaining('Your card was declined.') });
    expect(await submit(url, { card: 'pays' })).toMatchObject({ status: 303 });
    expect(await subscriptionsOf(customer)).toMatchObject([{ status: 'active' }]);
  });

  test('asks for confirmation, which the customer refuses or gives', async () => {
    const { customer, url } = await checkout();
    const asked = await submit(url, { card: 'asks' });
    expect(asked.text).toContain('Confirm your payment');
    const refused = await submit(url, { card: 'asks', confirmed: 'false' });
    expect(refused.text).toContain('You did not confirm the payment.');
    expect(await submit(url, { card: 'asks', confirmed: 'true' })).toMatchObject({ status: 303 });
    expect(await subscriptionsOf(customer)).toMatchObject([{ status: 'active' }]);
  });

  test('offers a trial without a card where the session allows it', async () => {
    const trial = { payment_method_collection: 'if_required', subscription_data: { trial_period_days: 14 } } as const;
    const { customer, url } = await checkout(trial);
    expect((await show(url)).text).toContain('Continue without a card');
    expect(await submit(url, { card: 'none' })).toMatchObject({ status: 303 });
    expect(await subscriptionsOf(customer)).toMatchObject([{ status: 'trialing' }]);
    expect((await show((await checkout()).url)).text).not.toContain('Continue without a card');
  });

  test('of an expired session takes no card', async () => {
    const { session, url } = await checkout();
    await stripe.checkout.sessions.expire(session);
    expect(await show(url)).toMatchObject({ status: 410, text: expect.stringContaining('This page has expired.') });
    expect(await submit(url, { card: 'pays' })).toMatchObject({ status: 400 });
  });

  test('does not exist for unknown sessions, nor do other pages', async () => {
    for (const path of [
      '/checkout/cs_none',
      '/checkout/',
      '/checkout/cs_none/pdf',
      '/invoice/in_none',
      '/portal/x',
      '/',
    ]) {
      expect((await fetch(`${server.url}${path}`)).status).toBe(404);
    }
    expect(await submit((await checkout()).url, { card: 'gold' })).toMatchObject({ status: 400 });
  });
});

describe('the page of an invoice', () => {
  test('shows a paid invoice, and its PDF', async () => {
    const { customer, url } = await checkout();
    await submit(url, { card: 'pays' });
    const invoice = await invoiceOf(customer, 'paid');
    const { text } = await show(invoice.page);
    expect(text).toContain(`Invoice ${invoice.number}`);
    expect(text).toContain('paid');
    expect(text).not.toContain('<form');
    const pdf = await fetch(invoice.invoice_pdf ?? '');
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const file = await pdf.text();
    expect(file).toMatch(/^%PDF-1\.4\n/);
    expect(file).toContain('Total: $20.00');
    expect(file).toContain('This is a fake of Stripe.');
  });

  test('takes another card after a renewal was declined', async () => {
    const { customer, url } = await checkout();
    await submit(url, { card: 'pays' });
    server.fake.changeCards(customer, 'is_declined');
    server.fake.advance(32 * day);
    expect(await subscriptionsOf(customer)).toMatchObject([{ status: 'past_due' }]);
    const { page } = await invoiceOf(customer, 'open');
    expect((await submit(page, { card: 'saved' })).text).toContain('Your card was declined.');
    expect((await submit(page, { card: 'pays' })).text).toContain('<strong>paid</strong>');
    expect(await subscriptionsOf(customer)).toMatchObject([{ status: 'active' }]);
    expect(await submit(page, { card: 'pays' })).toMatchObject({ status: 400 });
  });

  test('lets the customer confirm a payment of the saved card', async () => {
    const { customer, url } = await checkout();
    await submit(url, { card: 'pays' });
    server.fake.changeCards(customer, 'asks');
    server.fake.advance(32 * day);
    const { page } = await invoiceOf(customer, 'open');
    expect((await submit(page, { card: 'saved' })).text).toContain('Confirm your payment');
    expect((await submit(page, { card: 'saved', confirmed: 'true' })).text).toContain('<strong>paid</strong>');
    expect(await subscriptionsOf(customer)).toMatchObject([{ status: 'active' }]);
  });
});

describe('the portal', () => {
  const features = {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'immediately', proration_behavior: 'always_invoice' },
  } as const;

  async function portal(features: Stripe.BillingPortal.ConfigurationCreateParams.Features) {
    const { customer, url } = await checkout();
    await submit(url, { card: 'pays' });
    const { id: configuration } = await stripe.billingPortal.configurations.create({ features });
    const session = await stripe.billingPortal.sessions.create({ customer, configuration, return_url: `${shop}/plan` });
    return { customer, url: session.url };
  }

  test('changes the card, shows invoices, cancels at once and leads back', async () => {
    const { customer, url } = await portal(features);
    const { text } = await show(url);
    expect(text).toContain('Billing portal');
    expect(text).toContain((await invoiceOf(customer, 'paid')).number);
    expect(text).toContain(`href="${shop}/plan"`);
    expect(await submit(url, { card: 'is_declined' })).toMatchObject({ status: 303, location: new URL(url).pathname });
    const [subscription] = await subscriptionsOf(customer);
    await submit(url, { cancel: subscription?.id ?? '' });
    expect(await subscriptionsOf(customer)).toMatchObject([{ status: 'canceled' }]);
    expect((await show(url)).text).not.toContain('Cancel now');
  });

  test('shows only what its configuration allows', async () => {
    const { customer, url } = await portal({ invoice_history: { enabled: true } });
    const { text } = await show(url);
    expect(text).toContain('Invoices');
    expect(text).not.toContain('<form');
    const [subscription] = await subscriptionsOf(customer);
    expect(await submit(url, { cancel: subscription?.id ?? '' })).toMatchObject({ status: 400 });
    expect(await submit(url, { card: 'is_declined' })).toMatchObject({ status: 400 });
  });

  test('does not cancel subscriptions of other customers', async () => {
    const { customer } = await portal(features);
    const [subscription] = await subscriptionsOf(customer);
    const { url } = await portal(features);
    expect(await submit(url, { cancel: subscription?.id ?? '' })).toMatchObject({ status: 404 });
  });
});
