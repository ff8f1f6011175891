import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { dollars, prices } from '../../src/cost/prices.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const [, section = ''] = /## In a company's account\n([\s\S]*?)\n## /.exec(read('docs/operating.md')) ?? [];

/** The prefix of a service's actions by the service in the names of resource types, where they differ. */
const prefixes: Readonly<Record<string, string>> = { apigatewayv2: 'apigateway', cognito: 'cognito-idp' };

test('a service control policy has to allow the service of every resource of prod', () => {
  const golden = v.parse(
    v.object({ Resources: v.record(v.string(), v.object({ Type: v.string() })) }),
    JSON.parse(read('test/bin/sluice-prod.golden.json')),
  );
  const types = Object.values(golden.Resources).map(({ Type }) => Type.split('::'));
  const services = types.flatMap(([owner, service = '']) => (owner === 'AWS' ? [service.toLowerCase()] : []));
  for (const service of new Set(services)) expect(section).toContain(`\`${prefixes[service] ?? service}\``);
});

test('the price of a customer-managed key and of logs is that of the cost model', () => {
  expect(section).toContain(
    `costs $${dollars(prices.keys, 1)} a month, and $${dollars(prices.keyUses, 0.01)} for\n10,000 requests`,
  );
  expect(section).toContain(`$${dollars(prices.logStorage, 1)} per GB and month`);
});
