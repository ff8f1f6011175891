import { startDynamoDb } from '../../../packages/cdk-local/dynamodb/dynamodb.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { makeTable, sdkClient } from '../../bench/local-dynamodb.ts';
import { table } from '../../bench/report-format.ts';
import type { Part } from '../part.ts';
import type { Findings } from './findings.ts';
import { runAdmissions } from './run-admissions.ts';
import { alone, type Scenario, scenarios, warmUp } from './scenarios.ts';

type Run = { readonly scenario: Scenario; readonly findings: Findings; readonly injected: number };

/** A fleet of processes against the limits of a few keys, with faults before DynamoDB Local. */
export const admissions: Part = async ({ seed, scale, say }) => {
  const { url, stop } = await startDynamoDb();
  const client = sdkClient(url);
  const run = async (scenario: Scenario, tableName: string): Promise<Run> => {
    await makeTable(client, tableName, 'pk');
    const { findings, plan } = await runAdmissions(scenario, {
      url,
      tableName,
      table: createSdkTable(client, tableName),
    });
    return { scenario, findings, injected: plan.total };
  };
  await run(warmUp(seed), 'WarmUp');
  const runs: Run[] = [];
  for (const [index, scenario] of [...alone(seed, scale), ...scenarios(seed, scale)].entries()) {
    const done = await run(scenario, `Admissions-${index}`);
    say(scenario.name, { ...done.findings });
    runs.push(done);
  }
  client.destroy();
  await stop();
  return {
    section: { name: 'admissions', text: table(head, runs.map(row)) },
    broken: runs.flatMap(({ scenario, findings }) => brokenBy(findings).map((what) => `${scenario.name}: ${what}`)),
    counted: runs.reduce((sum, { findings }) => sum + findings.admitted, 0),
  };
};

/** Promises that a run has broken: each of these must be 0. */
export const brokenBy = (findings: Findings): string[] =>
  (['overSecond', 'overDay', 'countedTwice', 'lost', 'needlesslyRefused'] as const)
    .filter((name) => findings[name] > 0)
    .map((name) => `${name} ${findings[name]}`);

const head = [
  'fault, in 10 % of the requests',
  'injected',
  'calls asked for',
  'admitted',
  'over a limit',
  'lost',
  'counted twice',
  'refused with room left',
  'answered 503',
  'counted without an answer',
];

function row({ scenario, findings, injected }: Run): string[] {
  const { asked, admitted, overSecond, overDay, lost, countedTwice, needlesslyRefused, unavailable, countedUnknown } =
    findings;
  const figures = [
    injected,
    asked,
    admitted,
    overSecond + overDay,
    lost,
    countedTwice,
    needlesslyRefused,
    unavailable,
    countedUnknown,
  ];
  return [scenario.name, ...figures.map((figure) => figure.toLocaleString('en-US'))];
}
