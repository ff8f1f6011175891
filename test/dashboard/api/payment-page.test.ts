import { afterEach, expect, test } from '@jest/globals';
import { isSafePage, toSafePage } from '../../../dashboard/api/payment-page.ts';

afterEach(() => void Reflect.deleteProperty(globalThis, 'location'));

const deployed = { protocol: 'https:', hostname: 'app.example.com' };
const local = { protocol: 'http:', hostname: '127.0.0.1' };

test('a page for payments is opened over HTTPS', () => {
  expect(isSafePage('https://checkout.stripe.com/c/pay/cs_1', deployed)).toBe(true);
});

test.each([
  'http://checkout.stripe.com/c/pay/cs_1',
  'http://127.0.0.1:8080/pay',
  'javascript:alert(1)',
  'data:text/html,pay',
  '//checkout.stripe.com/pay',
  '/pay',
  '',
])('%p is not opened', (address) => {
  expect(isSafePage(address, deployed)).toBe(false);
  Object.assign(globalThis, { location: deployed });
  expect(() => toSafePage(address)).toThrow(expect.objectContaining({ code: 'unsafe_page' }));
});

test('the local gateway may lead to a page of this machine, and nowhere else without HTTPS', () => {
  expect(isSafePage('http://localhost:8080/pay', local)).toBe(true);
  expect(isSafePage('http://checkout.stripe.com/pay', local)).toBe(false);
});
