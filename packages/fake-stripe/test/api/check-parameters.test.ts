import { describe, expect, test } from '@jest/globals';
import { checkParameters } from '../../api/check-parameters.ts';
import { findParameters } from '../../api/parameter-table.ts';
import { FakeParameterError } from '../../errors.ts';
import { decodeParameters } from '../../requests/encoded-parameters.ts';

function check(method: string, path: string, form: string) {
  const fields = findParameters(method, path);
  if (fields === undefined) throw new Error(`no operation ${method} ${path}`);
  return checkParameters(fields, decodeParameters(form));
}

function refusal(method: string, path: string, form: string) {
  try {
    return { read: check(method, path, form) };
  } catch (error) {
    if (!(error instanceof FakeParameterError)) throw error;
    return error.body;
  }
}

describe('parameters of a request', () => {
  test('get their types', () => {
    const form =
      'currency=usd&unit_amount=2000&active=false&recurring[interval]=month&metadata[planId]=12&metadata[__proto__]=x' +
      '&lookup_key=a%26b&unit_amount_decimal=19.5&expand[]=product&expand[]=data';
    const read = check('POST', '/v1/prices', form);
    expect(read).toEqual({
      currency: 'usd',
      unit_amount: 2000,
      active: false,
      recurring: { interval: 'month' },
      metadata: Object.fromEntries([
        ['planId', '12'],
        ['__proto__', 'x'],
      ]),
      lookup_key: 'a&b',
      unit_amount_decimal: '19.5',
      expand: ['product', 'data'],
    });
  });

  test('of several possible types get the one that fits', () => {
    const path = '/v1/subscriptions/sub_1';
    expect(check('POST', path, 'trial_end=now')).toEqual({ trial_end: 'now' });
    expect(check('POST', path, 'trial_end=123')).toEqual({ trial_end: 123 });
    expect(check('POST', path, 'default_tax_rates=&metadata=')).toEqual({ default_tax_rates: '', metadata: '' });
    expect(check('GET', '/v1/charges', 'created[gte]=5')).toEqual({ created: { gte: 5 } });
    expect(check('GET', '/v1/charges', 'created=5')).toEqual({ created: 5 });
  });

  test('lists keep the order of their indexes, not of the form', () => {
    expect(check('POST', '/v1/subscriptions/sub_1', 'items[10][id]=c&items[2][id]=b&items[0][id]=a')).toEqual({
      items: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
    });
  });

  test.each([
    ['a=1', { code: 'parameter_unknown', param: 'a' }],
    ['items[0][pric]=x', { code: 'parameter_unknown', param: 'items[0][pric]' }],
    ['constructor=1', { code: 'parameter_unknown', param: 'constructor' }],
    ['items[0][quantity]=many', { code: 'parameter_invalid_integer', param: 'items[0][quantity]' }],
    ['items[0][quantity]=1.5', { code: 'parameter_invalid_integer', param: 'items[0][quantity]' }],
    ['items[0][quantity]=99999999999999999999', { code: 'parameter_invalid_integer', param: 'items[0][quantity]' }],
    ['items[first][quantity]=1', { param: 'items' }],
    ['items=x', { param: 'items' }],
    ['proration_behavior=always', { param: 'proration_behavior' }],
    ['proration_behavior[a]=always', { param: 'proration_behavior' }],
    ['cancel_at_period_end=1', { param: 'cancel_at_period_end' }],
    ['cancel_at_period_end=', { code: 'parameter_invalid_empty', param: 'cancel_at_period_end' }],
    ['automatic_tax[liability][type]=self', { code: 'parameter_missing', param: 'automatic_tax[enabled]' }],
    ['application_fee_percent=half', { param: 'application_fee_percent' }],
    ['trial_end=soon', { param: 'trial_end' }],
    ['metadata[a][b]=1', { param: 'metadata[a]' }],
  ])('%s is refused as Stripe does', (form, expected) => {
    expect(refusal('POST', '/v1/subscriptions/sub_1', form)).toEqual({
      type: 'invalid_request_error',
      message: expect.any(String),
      ...expected,
    });
  });

  test('the error names the values that are possible', () => {
    expect(refusal('POST', '/v1/subscriptions/sub_1', 'proration_behavior=always')).toHaveProperty(
      'message',
      'The parameter proration_behavior must be one of always_invoice, create_prorations, none.',
    );
  });

  test('required ones are required', () => {
    expect(refusal('POST', '/v1/products', 'active=true')).toMatchObject({ code: 'parameter_missing', param: 'name' });
  });
});
