import { describe, expect, test } from '@jest/globals';
import { billingBench } from './billing-bench.ts';

const refused = (error: { code?: string; param?: string; message?: string; type?: 'card_error' }, status = 400) => ({
  status,
  body: { type: 'invalid_request_error' as const, message: 'No.', ...error },
});

describe('a refusal of Stripe becomes an error that says what to do', () => {
  test.each([
    ['the tax of the address', refused({ code: 'customer_tax_location_invalid' }), 'address_refused'],
    ['the tax id', refused({ code: 'tax_id_invalid' }), 'address_refused'],
    ['the address', refused({ param: 'customer[address]' }), 'address_refused'],
    ['the email address', refused({ code: 'email_invalid', param: 'email' }), 'email_refused'],
    ['the currency', refused({ message: 'You cannot combine currencies on a single customer.' }), 'currency_refused'],
    ['the card', refused({ type: 'card_error', code: 'card_declined' }, 402), 'card_declined'],
    ['the API key', refused({ message: 'Invalid API key' }, 401), 'billing_misconfigured'],
    ['a permission', refused({ message: 'rak_customer_write' }, 403), 'billing_misconfigured'],
    ['something that nobody foresaw', refused({ code: 'a_new_code' }), 'billing_misconfigured'],
    ['too many requests', refused({ message: 'Slow down.' }, 429), 'billing_unavailable'],
    ['an error of its own', refused({ message: 'Oops.' }, 500), 'billing_unavailable'],
  ])('of %s', async (_, error, code) => {
    const bench = await billingBench();
    bench.fake.refuse('POST /v1/customers', error);
    await expect(bench.checkout('developer')).rejects.toMatchObject({ code, message: expect.stringMatching(/\.$/) });
  });

  test('if the catalogue was never synced', async () => {
    const bench = await billingBench({ settings: { cataloguePrefix: 'other' } });
    bench.fake.refuse('GET /v1/prices', { body: { type: 'invalid_request_error', code: 'x', message: 'No.' } });
    await expect(bench.checkout('developer')).rejects.toMatchObject({ code: 'billing_misconfigured' });
  });
});
