import { Annotations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { isCovered, leastCovered, planCost } from '../../src/cost/plan-cost.ts';
import { dearestNetwork } from '../../src/cost/usual-calls.ts';
import type { EffectiveSettings } from '../settings/settings.ts';

/** Warns at synthesis of plans whose price does not cover what their full use costs, nodes included. */
export function warnOfPrices(scope: Construct, { plans, networks }: EffectiveSettings): void {
  const { network, dollarsPerMillion } = dearestNetwork(networks);
  for (const plan of plans) {
    const cost = planCost(plan, undefined, dollarsPerMillion);
    if (isCovered(cost)) continue;
    const share = Math.floor((cost.covered ?? 0) * 100);
    Annotations.of(scope).addWarningV2(
      `sluice:priceBelowCost-${plan.id}`,
      `The price of the plan ${plan.id} covers ${share} % of what its full use costs ($${cost.dollarsPerMonth.toFixed(0)} a ` +
        `month, with the nodes of ${network}), less than ${leastCovered * 100} %. Raise pricePerMonth or lower its ` +
        'limits. npm run cost shows the figures (docs/margin.md).',
    );
  }
}
