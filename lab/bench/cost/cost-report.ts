import { dynamoDbMs } from '../../../src/cost/assumptions.ts';
import { perMillion } from '../../../src/cost/cost-terms.ts';
import type { Deployment } from '../../../src/cost/deployment.ts';
import { measuredFigures } from '../../../src/cost/measured-figures.ts';
import { leastCovered } from '../../../src/cost/plan-cost.ts';
import { prices } from '../../../src/cost/prices.ts';
import { reference, usualCall } from '../../../src/cost/shapes.ts';
import { provenanceText } from '../provenance.ts';
import { table } from '../report-format.ts';
import { capacityReport } from './capacity.ts';
import { percent, wholeDollars } from './cost-format.ts';
import type { Costs } from './cost-report-data.ts';
import { type FixedCost, fixedDollars, fixedTotal } from './fixed-costs.ts';
import { memoryTable } from './memory-cost.ts';
import { monthReport } from './month-costs.ts';
import { keyCosts, vpcCosts } from './option-costs.ts';
import { planTable } from './plan-table.ts';
import { providerTable } from './provider-prices.ts';
import { hitTable, shapeTable, termTable } from './term-tables.ts';

/** The cost page: the result first, then its sources. */
export const costReport = (costs: Costs, deployment: Deployment): string =>
  [
    answer(costs),
    '### Plans at full use',
    planTable(costs.plans),
    `Full use: every key makes all its calls, evenly through the day. The rule, held by a test: a price covers ${percent(leastCovered)} ` +
      `of that, with a node of ${usualCall.nodeMs} ms and four methods, without fixed costs. Slower nodes break it where a column is ` +
      'bold: raise the price or lower the quota if yours are that slow.',
    '### A million calls',
    'In us-east-1, as prod is deployed: every term that grows with calls, none of the free tiers. Units, bytes and ' +
      `processor time are the medians of the figures; processor time is taken to be the same on Lambda. Waiting is ${dynamoDbMs} ms for a ` +
      'call to DynamoDB. Not in it: the nodes, the dashboard and its API, support.',
    termTable(costs.shapes),
    `The figures are of ${measuredFigures.measuredBy.map(provenanceText).join('; ')}.`,
    shapeTable(costs.shapes),
    '### Node latency, answer size and methods',
    `At 10 million calls a day. Answers go out as the node sent them; a client that accepts gzip takes less. HTTP API counts a ` +
      'request for each started 512 KB.',
    costs.sensitivity,
    '### The cache of the authorizer',
    'Dollars for a million calls, by the share of them for which API Gateway has the authorizer’s answer. AWS does not say how ' +
      'often it has; every other figure of this page is for 0 %.',
    hitTable(costs.shapes, deployment),
    '### Fixed costs of a stack',
    'In a month, without a call; counted in the template of prod, which has three nodes.',
    fixedTable(costs.fixed),
    'With the settings `vpc` and `customerManagedKey`, in addition:',
    optionTable([...vpcCosts(), ...keyCosts()]),
    'Free without use, or paid by use beside calls: CloudFront and S3 (the dashboard), Cognito (users who sign in), SNS (mails ' +
      'of alarms), CodeDeploy, EventBridge’s scheduled rules, metric filters. Without the setting, there is no KMS key: the tables use keys that AWS ' +
      'owns, and Secrets Manager its own, which is free for it.',
    '### Provisioned capacity',
    capacityReport(),
    '### Other providers',
    providerTable(costs.shapes),
    monthReport(fixedTotal(costs.fixed)),
    '### Memory',
    'Warm milliseconds, milliseconds of a cold start if all of it were slowed down like that, and dollars per million ' +
      'events. The best size is the cheapest that is within 2 ms of the fastest and starts cold in 200 ms.',
    ...costs.shapes
      .filter(({ shape }) => shape.name === reference.name)
      .map(({ figures }) => memoryTable(figures, deployment)),
    '### Prices',
    priceTable(),
  ].join('\n\n');

function answer({ shapes, plans, fixed }: Costs): string {
  const found = shapes.find(({ shape }) => shape.name === reference.name);
  const total = found ? perMillion(found.shape, found.uses).total : 0;
  const free = plans.filter(({ usual }) => usual.covered === undefined);
  const most = Math.max(0, ...free.map(({ usual }) => usual.dollarsPerMonth));
  const covered = (of: 'usual' | 'slow') => plans.flatMap((plan) => plan[of].covered ?? []);
  const least = percent(Math.min(...covered('usual')));
  const slow = [Math.min(...covered('slow')), Math.max(...covered('slow'))].map(percent).join(' to ');
  return (
    `**A million calls cost $${total.toFixed(2)}** at 10 million a day, with four methods, a node of ${usualCall.nodeMs} ms and answers ` +
    `of ${usualCall.answerBytes / 1_000} KB. A stack costs ${wholeDollars(fixedTotal(fixed))} a month without a call. The calls of a ` +
    `free account cost at most **${wholeDollars(most)} a month**. Every price covers at least ${least} of its plan’s full use at AWS, ` +
    `or ${slow} with nodes of 250 ms. Neither has the management API and what nodes cost.`
  );
}

const fixedTable = (fixed: readonly FixedCost[]): string =>
  table(
    ['what', '$ a month'],
    [
      ...fixed.map((one) => [one.what, fixedDollars(one).toFixed(2)]),
      ['**all**', `**${fixedTotal(fixed).toFixed(2)}**`],
    ],
  );

const optionTable = (options: readonly FixedCost[]): string =>
  table(
    ['what', '$ a month'],
    options.map((one) => [one.what, fixedDollars(one).toFixed(2)]),
  );

const priceTable = (): string =>
  table(
    ['price', 'dollars', 'per', 'source'],
    Object.entries(prices).map(([name, { per, steps, source }]) => [
      name,
      steps.map((step) => step.dollars).join(', then '),
      per,
      source,
    ]),
  );
