import { dollars, prices } from '../../lib/prices.ts';
import { table } from '../markdown.ts';
import { numeral } from '../numeral.ts';
import { bytes, dynamoDbMs } from './assumptions.ts';
import { capacityReport } from './capacity.ts';
import { workOf } from './durations.ts';
import { type FixedCost, fixedDollars } from './fixed.ts';
import type { Measured } from './measured.ts';
import { best, type Choice, choices } from './memory.ts';
import { otherPlans } from './others.ts';
import { isCovered, leastCovered, type PlanCost } from './plans.ts';
import { reference, type Shape, usualCall } from './shapes.ts';
import { type Deployment, perMillion, type Use } from './terms.ts';

/** A shape, and what a month of it uses, from what was measured for it. */
export type ShapeCost = { readonly shape: Shape; readonly measured: Measured; readonly uses: readonly Use[] };

/** All that the page tells of costs. */
export type Costs = {
  readonly shapes: readonly ShapeCost[];
  /** A plan with the usual node, and with a slow one. */
  readonly plans: readonly { readonly usual: PlanCost; readonly slow: PlanCost }[];
  readonly slowNodeMs: number;
  readonly fixed: readonly FixedCost[];
  readonly sensitivity: string;
};

/** The cost section of the performance page: the answer first, then where it comes from. */
export const costReport = (costs: Costs, deployment: Deployment): string =>
  [
    answer(costs),
    '### Plans at full use',
    planTable(costs),
    `Full use: every key makes all its calls, evenly through the day. The rule, held by a test: a price covers the cost of at ` +
      `least ${percent(leastCovered)} of that, with a node of ${usualCall.nodeMs} ms and four methods, without fixed costs. Nodes of ` +
      `${costs.slowNodeMs} ms break it where the last column is bold: raise the price or lower the quota if yours are that slow.`,
    '### A million calls',
    'In us-east-1, as prod is deployed: every term that grows with calls, none of the free tiers. Units, bytes and ' +
      `processor time are the medians above; processor time is taken to be the same on Lambda. Waiting is ${dynamoDbMs} ms for a ` +
      'call to DynamoDB. Not in it: the nodes, the dashboard and its API, support.',
    termTable(costs.shapes),
    shapeTable(costs.shapes),
    '### What a call is changes its cost',
    `At 10 million calls a day. Answers go out as the node sent them; a client that accepts gzip takes less. HTTP API counts a ` +
      'request for each started 512 KB.',
    costs.sensitivity,
    '### Fixed costs of a stack',
    'In a month, without a call; counted in the template of prod, which has three nodes.',
    fixedTable(costs.fixed),
    'Free without use, or paid by use beside calls: CloudFront and S3 (the dashboard), Cognito (users who sign in), SNS (mails ' +
      'of alarms), CodeDeploy, EventBridge’s scheduled rules, metric filters. No KMS key is left: the tables use keys that AWS ' +
      'owns, and Secrets Manager its own, which is free for it.',
    '### Provisioned capacity',
    capacityReport(),
    '### Beside others',
    otherTable(costs.shapes),
    '### Memory',
    'Warm milliseconds, milliseconds of a cold start if all of it were slowed down like that, and dollars per million ' +
      'events. The best size is the cheapest that is within 2 ms of the fastest and starts cold in 200 ms.',
    ...costs.shapes
      .filter(({ shape }) => shape.name === reference.name)
      .map(({ measured }) => memoryTable(measured, deployment)),
    '### Prices',
    table(
      ['price', 'dollars', 'per', 'source'],
      Object.entries(prices).map(([name, { per, steps, source }]) => [
        name,
        steps.map((step) => step.dollars).join(', then '),
        per,
        source,
      ]),
    ),
  ].join('\n\n');

/** A stack's fixed costs of a month. */
export const fixedTotal = (fixed: readonly FixedCost[]): number =>
  fixed.reduce((sum, one) => sum + fixedDollars(one), 0);

/** Dollars per million calls below which a term has no line of its own. */
const leastShown = 0.001;

const cents = (dollars: number): string => dollars.toFixed(3);
const percent = (share: number): string => `${Math.floor(share * 100)} %`;
const wholeDollars = (amount: number): string => `$${amount < 10 ? amount.toFixed(2) : numeral(Math.round(amount))}`;

function answer({ shapes, plans, fixed }: Costs): string {
  const found = shapes.find(({ shape }) => shape.name === reference.name);
  const total = found ? perMillion(found.shape, found.uses).total : 0;
  const free = plans.filter(({ usual }) => usual.covered === undefined);
  const most = Math.max(0, ...free.map(({ usual }) => usual.dollarsPerMonth));
  const least = Math.min(...plans.map(({ usual }) => usual.covered ?? 1));
  return (
    `**A million calls cost $${total.toFixed(2)}** at 10 million a day, with four methods, a node of ${usualCall.nodeMs} ms and answers ` +
    `of ${usualCall.answerBytes / 1_000} KB. A stack costs ${wholeDollars(fixedTotal(fixed))} a month without a call. A free account ` +
    `costs at most **${wholeDollars(most)} a month**, and every price covers at least ${percent(least)} of its plan’s full use.`
  );
}

const planTable = ({ plans, slowNodeMs }: Costs): string =>
  table(
    [
      'plan',
      'million calls a month',
      '$ per million',
      'cost at full use',
      'price',
      'price covers, of full use',
      `with nodes of ${slowNodeMs} ms`,
    ],
    plans.map(({ usual, slow }) => [
      usual.plan.id,
      numeral(usual.millionsPerMonth),
      usual.perMillion.toFixed(2),
      wholeDollars(usual.dollarsPerMonth),
      usual.covered === undefined ? 'free' : wholeDollars(usual.plan.dollarsPerMonth),
      coveredShare(usual) ?? '–',
      coveredShare(slow) ?? `costs ${wholeDollars(slow.dollarsPerMonth)}`,
    ]),
  );

/** Bold where it breaks the rule. */
function coveredShare(cost: PlanCost): string | undefined {
  if (cost.covered === undefined) return undefined;
  return isCovered(cost) ? percent(cost.covered) : `**${percent(cost.covered)}**`;
}

function termTable(costs: readonly ShapeCost[]): string {
  const columns = costs.map(({ shape, uses }) => perMillion(shape, uses));
  const [first] = costs;
  const terms = (first?.uses ?? []).map(({ term }, line) => ({
    term: term.replace(/\b\d+ days of records/, 'days of records'),
    line: columns.map(({ lines }) => lines[line] ?? 0),
  }));
  const isShown = ({ line }: { readonly line: readonly number[] }) => line.some((cost) => cost >= leastShown);
  const hidden = terms.filter((term) => !isShown(term)).map(({ line }) => line);
  const others = columns.map((_, column) => hidden.reduce((sum, line) => sum + (line[column] ?? 0), 0));
  const rows = [
    ...terms.filter(isShown),
    { term: `${hidden.length} others, each below ${leastShown}`, line: others },
  ].map(({ term, line }) => [term, ...line.map(cents)]);
  const total = ['**all in**', ...columns.map((column) => `**${column.total.toFixed(2)}**`)];
  return table(['$ per million calls', ...costs.map(({ shape }) => shape.name)], [...rows, total]);
}

const shapeTable = (costs: readonly ShapeCost[]): string =>
  table(
    ['shape', 'calls/s of a key in use', 'cold', 'days of history', 'tally write units per call'],
    costs.map(({ shape, measured }) => [
      shape.name,
      String(shape.perKeyPerSecond),
      `${shape.coldShare * 100} %`,
      String(shape.historyDays),
      numeral(measured.tallyUnits),
    ]),
  );

const fixedTable = (fixed: readonly FixedCost[]): string =>
  table(
    ['what', '$ a month'],
    [
      ...fixed.map((one) => [one.what, fixedDollars(one).toFixed(2)]),
      ['**all**', `**${fixedTotal(fixed).toFixed(2)}**`],
    ],
  );

function otherTable(costs: readonly ShapeCost[]): string {
  const rows = [
    ...costs.map(({ shape, uses }) => [
      `Sluice, ${shape.name}`,
      perMillion(shape, uses).total.toFixed(2),
      'this page; without nodes and fixed costs',
    ]),
    [
      'API Gateway REST API with usage plans, straight to a node',
      restApi().toFixed(2),
      `${prices.restApi.source}, and data out; its limits are best effort (API Gateway developer guide, "Usage plans"), and it keeps no methods, outcomes or history`,
    ],
    ...otherPlans.map(({ name, dollarsPerMonth, callsPerMonth, source }) => [
      `${name}, $${dollarsPerMonth} a month`,
      (dollarsPerMonth / (callsPerMonth / 1e6)).toFixed(2),
      `${source}; with nodes, when all calls of the month are made`,
    ]),
  ];
  return table(['who', '$ per million calls', 'source'], rows);
}

/** At 10 million calls a day, with the same bytes going out. */
function restApi(): number {
  const millions = 300;
  const perCall = usualCall.answerBytes + bytes.answerHeaders + bytes.request + bytes.requestHeaders;
  return (dollars(prices.restApi, millions) + dollars(prices.transfer, (millions * 1e6 * perCall) / 1e9)) / millions;
}

function memoryTable(measured: Measured, { functions }: Deployment): string {
  const work = workOf(measured, usualCall);
  return (['authorizer', 'proxy'] as const)
    .map((name) => {
      const candidates = choices(work[name], measured.coldMs[name]);
      const chosen = best(candidates);
      const row = (choice: Choice) => [
        `${choice.memory} MB${choice === chosen ? ', best' : ''}${choice.memory === functions[name].memory ? ', deployed' : ''}`,
        choice.milliseconds.toFixed(1),
        choice.coldMs.toFixed(0),
        cents(choice.dollars),
      ];
      return table([name, 'ms', 'cold ms', '$ per million'], candidates.map(row));
    })
    .join('\n\n');
}
