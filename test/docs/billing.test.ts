import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { apiVersion } from '../../packages/fake-stripe/api/parameter-table.ts';
import { codeBlocks, tableRows } from './pages.ts';

const page = 'docs/billing.md';

/** The permission of Stripe's dashboard for each namespace of the SDK. */
const resources: Readonly<Record<string, string>> = {
  billingPortal: 'Customer portal',
  charges: 'Charges',
  checkout: 'Checkout Sessions',
  customers: 'Customers',
  disputes: 'Disputes',
  invoiceItems: 'Invoices',
  invoicePayments: 'Invoices',
  invoices: 'Invoices',
  prices: 'Prices',
  products: 'Products',
  refunds: 'Refunds',
  subscriptions: 'Subscriptions',
};

const reads = ['list', 'listBalanceTransactions', 'retrieve'];

/** What src/billing calls, as `Customers: write`; writing includes reading. */
function usedPermissions(): string[] {
  const sources = readdirSync('src/billing').map((file) => readFileSync(join('src/billing', file), 'utf8'));
  const calls = [...sources.join('\n').matchAll(/\bstripe\.(\w+)\.(?:\w+\.)?(\w+)\(/g)];
  const used = calls.flatMap(([, namespace = '', method = '']) =>
    namespace === 'webhooks' ? [] : [[resources[namespace] ?? namespace, reads.includes(method) ? 'read' : 'write']],
  );
  const writes = new Set(used.filter(([, level]) => level === 'write').map(([name]) => name));
  return [...new Set(used.map(([name = '']) => `${name}: ${writes.has(name) ? 'write' : 'read'}`))].toSorted();
}

test('the restricted key of the page has the permissions that the gateway uses, and no other', () => {
  const rows = tableRows(page).filter(([, level = '']) => /^(read|write)$/.test(level));
  expect(rows.map(([name, level]) => `${name}: ${level}`).toSorted()).toEqual(usedPermissions());
});

test('the webhook endpoint of the page has event types that Stripe knows, and the API version of the SDK', () => {
  const [endpoint = ''] = codeBlocks(page, 'sh').filter((block) => block.includes('/v1/webhook_endpoints'));
  const types = [...endpoint.matchAll(/enabled_events\[\]=([\w.]+)/g)].map(([, type]) => type);
  const known = readFileSync('node_modules/stripe/esm/resources/WebhookEndpoints.d.ts', 'utf8');
  expect(types.length).toBeGreaterThan(10);
  expect(types.filter((type) => !known.includes(`'${type}'`))).toEqual([]);
  expect(endpoint).toContain(`-d api_version=${apiVersion}`);
});
