import { loadSettings } from '../lib/settings/load-settings.ts';
import { operationsOf, withOperations } from '../lib/settings/operations.ts';
import { isCovered, leastCovered, type PlanCost, planCost } from '../src/cost/plan-cost.ts';
import { dearestNetwork } from '../src/cost/usual-calls.ts';
import { watchCost } from '../src/cost/watch-cost.ts';
import { runProgram } from './command-errors.ts';
import { readCommandLine } from './command-line.ts';
import { asText } from './operator/print-rows.ts';

const help = `Shows for each plan what its full use costs at AWS and at nodes, and which share of it the price covers.

  npm run cost [-- options]

  --config PATH  the settings   (default: SLUICE_CONFIG, or sluice.config.ts)
  --stage NAME   the stage, for settings that depend on it   (default: prod)
`;

const options = {
  config: { type: 'string' },
  stage: { type: 'string', default: 'prod' },
  help: { type: 'boolean', default: false },
} as const;

const rowOf = (cost: PlanCost, currency: string) => ({
  plan: cost.plan.id,
  'million calls a month': cost.millionsPerMonth,
  'AWS $ per million': cost.perMillion.toFixed(2),
  'nodes $ per million': cost.nodesPerMillion.toFixed(2),
  '$ at full use': cost.dollarsPerMonth.toFixed(2),
  price: `${cost.plan.pricePerMonth} ${currency}`,
  covers: cost.covered === undefined ? 'free' : `${Math.floor(cost.covered * 100)} %${isCovered(cost) ? '' : ' (!)'}`,
});

function watchText(everySeconds: number): string {
  const { dollars, questions } = watchCost(everySeconds);
  return (
    `Watch, every ${everySeconds} s: $${dollars.toFixed(2)} a month of Lambda's time, and ${questions.toLocaleString('en-US')} ` +
    'questions a month to each node, which its provider may bill.'
  );
}

await runProgram(async () => {
  const { values } = readCommandLine(options, help);
  if (values.help) return void process.stdout.write(help);
  const loaded = await loadSettings({ file: values.config, stage: values.stage });
  const { plans, networks, currency, watchEverySeconds } = withOperations(
    loaded,
    values.stage === 'dev' ? operationsOf.dev : operationsOf.prod,
  );
  const { network, dollarsPerMillion } = dearestNetwork(networks);
  const costs = plans.map((plan) => planCost(plan, undefined, dollarsPerMillion));
  const least = `${leastCovered * 100} %`;
  process.stdout.write(
    `${asText(costs.map((cost) => rowOf(cost, currency)))}\n` +
      `Full use: all keys make all their calls of the day, light reads, on ${network}, the dearest network at its nodes.\n` +
      `${watchText(watchEverySeconds)}\n` +
      (costs.every(isCovered) ? '' : `A price should cover ${least} or more: raise it, or lower the plan's limits.\n`),
  );
});
