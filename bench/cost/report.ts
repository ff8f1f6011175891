import { dollars, prices } from '../../lib/prices.ts';
import { table } from '../markdown.ts';
import { numeral } from '../numeral.ts';
import { bytes, dynamoDbMs, upstreamMs } from './assumptions.ts';
import { workOf } from './durations.ts';
import type { Measured } from './measured.ts';
import { best, type Choice, choices } from './memory.ts';
import { otherPlans } from './others.ts';
import type { Shape } from './shapes.ts';
import { type Deployment, perMillion, type Use } from './terms.ts';

/** A shape, and what a month of it uses, from what was measured for it. */
export type Reckoning = { readonly shape: Shape; readonly measured: Measured; readonly uses: readonly Use[] };

/** The cost section of the performance page. */
export const costReport = (reckonings: readonly Reckoning[], deployment: Deployment): string =>
  [
    'Dollars per million calls, in us-east-1, as prod is deployed: every term, none of the free tiers. Units, bytes and ' +
      'processor time are the medians above; processor time is taken to be the same on Lambda. Waiting is reckoned as ' +
      `${dynamoDbMs} ms for a call to DynamoDB and ${upstreamMs} ms for the node, and an answer as ${bytes.answer} bytes and its ` +
      'headers. Not in it: the nodes, the dashboard and its API, alarms, secrets, support.',
    termTable(reckonings),
    shapeTable(reckonings),
    '### Beside others',
    otherTable(reckonings),
    '### Memory',
    'Warm milliseconds, milliseconds of a cold start if all of it were slowed down like that, and dollars per million ' +
      'events. The best size is the cheapest that is within 2 ms of the fastest and starts cold in 200 ms.',
    ...reckonings.slice(1, 2).map(({ measured }) => memoryTable(measured, deployment)),
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

const cents = (dollars: number): string => dollars.toFixed(3);

function termTable(reckonings: readonly Reckoning[]): string {
  const columns = reckonings.map(({ shape, uses }) => perMillion(shape, uses));
  const [first] = reckonings;
  const rows = (first?.uses ?? []).map(({ term }, line) => [
    term.replace(/\b\d+ days/, 'days'),
    ...columns.map(({ lines }) => cents(lines[line] ?? 0)),
  ]);
  const total = ['**all in**', ...columns.map(({ total }) => `**${total.toFixed(2)}**`)];
  return table(['$ per million calls', ...reckonings.map(({ shape }) => shape.name)], [...rows, total]);
}

const shapeTable = (reckonings: readonly Reckoning[]): string =>
  table(
    ['shape', 'calls/s of a key in use', 'cold', 'days of history', 'tally write units per call'],
    reckonings.map(({ shape, measured }) => [
      shape.name,
      String(shape.perKeyPerSecond),
      `${shape.coldShare * 100} %`,
      String(shape.historyDays),
      numeral(measured.tallyUnits),
    ]),
  );

function otherTable(reckonings: readonly Reckoning[]): string {
  const rows = [
    ...reckonings.map(({ shape, uses }) => [
      `Sluice, ${shape.name}`,
      perMillion(shape, uses).total.toFixed(2),
      'this page; without nodes',
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
  const gigabytes =
    (millions * 1e6 * (bytes.answer + bytes.answerHeaders + bytes.request + bytes.requestHeaders)) / 1e9;
  return (dollars(prices.restApi, millions) + dollars(prices.transfer, gigabytes)) / millions;
}

function memoryTable(measured: Measured, { functions }: Deployment): string {
  const work = workOf(measured);
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
