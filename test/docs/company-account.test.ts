import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readAssembly } from '../../bin/preflight/assembly.ts';
import { dollars, prices } from '../../src/cost/prices.ts';
import { assemblies } from '../bin/preflight/synthesized.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const [, section = ''] = /## In a company's account\n([\s\S]*?)\n## /.exec(read('docs/operating.md')) ?? [];

const resources = readAssembly(assemblies.allOptions).flatMap((stack) => stack.resources);

/** The prefix of a service's actions by the service in the names of resource types, where they differ. */
const prefixes: Readonly<Record<string, string>> = {
  apigatewayv2: 'apigateway',
  certificatemanager: 'acm',
  cognito: 'cognito-idp',
};

test('a service control policy has to allow the service of every resource of prod with every setting', () => {
  const types = resources.map(({ type }) => type.split('::'));
  const services = types.flatMap(([owner, service = '']) => (owner === 'AWS' ? [service.toLowerCase()] : []));
  const [, policies = ''] = section.split('**Service control policies**');
  for (const service of new Set(services)) expect(policies).toContain(`\`${prefixes[service] ?? service}\``);
  // DynamoDB calls it for tables that scale.
  expect(JSON.stringify(resources)).toContain('WriteCapacityAutoScalingSettings');
  expect(policies).toContain('`application-autoscaling` (`capacity`)');
});

test('a permissions boundary has to allow every action of every role', () => {
  const [, boundary = ''] = /\*\*A permissions boundary\*\*(.*?)```/s.exec(section) ?? [];
  const allowed = [...boundary.matchAll(/`([\w-]+(?::[\w*]+)?)`/g)].map(([, action = '']) => action);
  const ofRoles = resources.filter(({ type }) => type.startsWith('AWS::IAM::'));
  // Keys of conditions and of trust policies are not actions of the roles.
  const statements = ofRoles.map(({ properties: { AssumeRolePolicyDocument: _, ...policies } }) =>
    JSON.stringify(policies).replaceAll(/"Condition":\{.*?\}\}/g, ''),
  );
  const actions = [...statements.join('').matchAll(/"([a-z0-9-]+:[A-Z]\w+)"/g)].map(([, action = '']) => action);
  const isAllowed = (action: string) =>
    allowed.some((each) =>
      each.endsWith('*') ? action.startsWith(each.slice(0, -1)) : [action, action.split(':')[0]].includes(each),
    );
  expect(actions.length).toBeGreaterThan(20);
  expect([...new Set(actions)].filter((action) => !isAllowed(action))).toEqual([]);
});

test('the price of a customer-managed key and of logs is that of the cost model', () => {
  expect(section).toContain(
    `costs $${dollars(prices.keys, 1)} a month, and $${dollars(prices.keyUses, 0.01)} for\n10,000 requests`,
  );
  expect(section).toContain(`$${dollars(prices.logStorage, 1)} per GB and month`);
});
