import { expect, test } from '@jest/globals';
import { App, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { warnOfPrices } from '../../../lib/instance/price-warnings.ts';
import type { EffectiveSettings } from '../../../lib/settings/settings.ts';
import { settings } from '../../support/settings.ts';
import { plans } from '../../support/shipped-settings.ts';

function warnings(changes: Partial<EffectiveSettings>): string[] {
  const scope = new Construct(new Stack(new App(), 'Web'), 'Rpc');
  warnOfPrices(scope, { ...settings, plans: plans.all, ...changes });
  return scope.node.metadata.map(({ data }) => String(data));
}

const networksAt = (dollarsPerMillionCredits: number) =>
  settings.networks.map((network) => ({
    ...network,
    upstreams: [{ url: 'https://node.example', cost: { dollarsPerMillionCredits } }],
  }));

test('the plans of this repository cover their full use, and free nodes change nothing', () => {
  expect(warnings({})).toEqual([]);
  expect(warnings({ networks: networksAt(0) })).toEqual([]);
});

test('a node at $5 for a million calls makes every price too low, and free plans have none', () => {
  const found = warnings({ networks: networksAt(5) });
  expect(found.map((text) => /plan (\w+) covers (\d+) %/.exec(text)?.slice(1))).toEqual([
    ['developer', '47'],
    ['business', '47'],
    ['scale', '49'],
  ]);
  expect(found[0]).toContain('Raise pricePerMonth or lower its limits. npm run cost shows the figures');
});
