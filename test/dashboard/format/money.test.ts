import { describe, expect, test } from '@jest/globals';
import { formatAmount, formatPrice } from '../../../dashboard/format/money.ts';

test('a price has no cents', () => {
  expect([formatPrice(0, 'usd'), formatPrice(1_499, 'usd'), formatPrice(49, 'eur')]).toEqual(['$0', '$1,499', '€49']);
});

describe('an amount in the smallest unit of its currency, as Stripe counts it,', () => {
  test('has two digits after the point in most currencies, also where the language has none', () => {
    expect(formatAmount({ amount: 4_900, currency: 'usd' })).toBe('$49.00');
    expect(formatAmount({ amount: -1_205, currency: 'eur' })).toBe('-€12.05');
    expect(formatAmount({ amount: 4_900, currency: 'huf' })).toMatch(/^HUF\s49\.00$/);
    expect(formatAmount({ amount: 4_900, currency: 'isk' })).toMatch(/^ISK\s49\.00$/);
  });

  test('has none in currencies without a smaller unit', () => {
    expect(formatAmount({ amount: 4_900, currency: 'jpy' })).toBe('¥4,900');
  });

  test('has three in some', () => {
    expect(formatAmount({ amount: 4_900, currency: 'kwd' })).toMatch(/^KWD\s4\.900$/);
  });
});
