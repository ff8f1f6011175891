import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import * as v from 'valibot';
import { measuredFigures } from '../../../../src/cost/measured-figures.ts';
import { prices } from '../../../../src/cost/prices.ts';
import { propertiesOf, templateOf } from '../../../../test/lib/synthesis.ts';
import { inVpc } from '../../../../test/lib/vpc/vpc-stack.ts';
import { fixedDollars } from '../../cost/fixed-costs.ts';
import { keyCosts, vpcCosts, zones, zoneTrafficPerMillion } from '../../cost/option-costs.ts';

const dollarsOf = (costs: ReturnType<typeof vpcCosts>, what: RegExp): number =>
  costs.filter((one) => what.test(one.what)).reduce((sum, one) => sum + fixedDollars(one), 0);

const [prod, inside] = [templateOf('prod'), templateOf('prod', inVpc())];
const addedOf = <T>(type: string, properties: v.GenericSchema<unknown, T>): T[] => {
  const before = propertiesOf(prod, type);
  return Object.entries(propertiesOf(inside, type)).flatMap(([id, added]) =>
    !(id in before) && v.is(properties, added) ? [v.parse(properties, added)] : [],
  );
};

test('a VPC costs its interface endpoints by subnet and hour, and gateway endpoints nothing', () => {
  const [endpoint, ...others] = addedOf(
    'AWS::EC2::VPCEndpoint',
    v.object({ VpcEndpointType: v.literal('Interface'), SubnetIds: v.array(v.string()) }),
  );
  expect(others).toEqual([]);
  expect(endpoint?.SubnetIds).toHaveLength(zones);
  expect(dollarsOf(vpcCosts(), /Secrets Manager/)).toBeCloseTo(zones * 720 * 0.01);
  expect(dollarsOf(vpcCosts(), /gateway/)).toBe(0);
});

test('a VPC costs the runs of endpoint-watch, whose memory and description are those of the template', () => {
  const [watch] = addedOf('AWS::Lambda::Function', v.object({ MemorySize: v.number(), Description: v.string() }));
  const { what } = vpcCosts().find((one) => one.what.includes(watch?.Description ?? 'none')) ?? {};
  expect(what).toBe('43,200 runs of the function “Checks endpoints once a minute”');
  expect(watch?.MemorySize).toBe(256);
});

test('half of a million calls between two zones is paid for in both directions', () => {
  // 120 B of a call and 350 B of headers, 1 KB of an answer and 700 B of headers.
  expect(zoneTrafficPerMillion()).toBeCloseTo((2 * 0.5 * (120 + 350 + 1_000 + 700) * 0.01) / 1_000);
});

test('a customer-managed key costs $1, and one request in five minutes for each table and role at the most', () => {
  expect(dollarsOf(keyCosts(), /^the customer-managed key/)).toBe(1);
  const [, requests] = keyCosts();
  const [[price, quantity] = [prices.keyUses, 0]] = requests?.uses ?? [];
  expect(price).toBe(prices.keyUses);
  const pairs = (quantity * 1e6) / 8_640;
  expect(Number.isInteger(Math.round(pairs * 1e6) / 1e6)).toBe(true);
  expect(pairs % 5).toBeCloseTo(0);
});

test('docs/vpc.md has the measured cold start of the proxy', () => {
  const page = readFileSync('docs/vpc.md', 'utf8').replace(/\s+/g, ' ');
  expect(page).toContain(`the proxy needs ${measuredFigures.coldMs.proxy.toFixed(0)} ms of processor time`);
});
