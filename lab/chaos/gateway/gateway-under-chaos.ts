import { faultKinds } from '../../../test/support/faults/fault-kinds.ts';
import { streamFaults } from '../../../test/support/faults/stream-faults.ts';
import { table } from '../../bench/report-format.ts';
import type { Part } from '../part.ts';
import { ailments } from './chain-node.ts';
import { startWorld, type World } from './chaos-world.ts';
import { type GatewayFindings, runGateway } from './run-gateway.ts';

/** More faults of each kind than in a year, but few enough that requests are served. */
const weather = { dynamoDb: 0.02, upstream: 0.03, spells: 0.25, stream: 0.5, kills: 0.005 };

/** The whole gateway: the template served locally, with faults on every way between its parts. */
export const gateway: Part = async ({ seed, scale, say }) => {
  const world = await startWorld(seed);
  const findings = await runGateway(world, { seed, requests: Math.round(10_000 * scale), weather });
  await world.stop();
  const { history, failed, ...figures } = findings;
  say('gateway', { ...figures, failed: failed.length, history: history.slice(0, 20) });
  return {
    section: { name: 'gateway', text: `${table(...injectedTable(world))}\n\n${table(...shownTable(findings))}` },
    broken: brokenBy(findings),
    counted: findings.limits.admitted + findings.rows,
  };
};

type Table = Parameters<typeof table>;

const sum = (figures: readonly number[]): number => figures.reduce((total, one) => total + one, 0);

const text = (figure: number): string => figure.toLocaleString('en-US');

const ailmentNames = { frozen: 'frozen', rejecting: 'rejecting credentials (401)', behind: 'behind (-32005)' };

function injectedTable({ functions, upstreamPlan, nodes, spells, forgotten }: World): Table {
  const batches = streamFaults.map((fault) => [
    `batch of the stream ${fault}`,
    sum(functions.streams.map(({ injected }) => injected[fault])),
  ]);
  const rows = [
    ...faultKinds.map((kind) => [`DynamoDB: ${kind}`, functions.plan.injected(kind)]),
    ...faultKinds.map((kind) => [`chain node: ${kind}`, upstreamPlan.injected(kind)]),
    ...ailments.flatMap((ailment) => [
      [`chain node ${ailmentNames[ailment]} for a while`, sum(spells.map(({ begun }) => begun[ailment]))],
      [`requests to a chain node that was ${ailmentNames[ailment]}`, sum(nodes.map(({ met }) => met[ailment]))],
    ]),
    ['kept connection to a chain node forgotten by the network', forgotten()],
    ...batches,
    ['function killed in the middle of an invocation', functions.kills],
  ] as const;
  const some = rows.filter(([, count]) => Number(count) > 0);
  return [['fault', 'injected'], some.map(([fault, count]) => [String(fault), text(Number(count))])];
}

function shownTable({
  requests,
  calls,
  unanswered,
  rows,
  history,
  tallies,
  limits,
  writes,
  sentTwice,
}: GatewayFindings): Table {
  const shown: [string, number][] = [
    ['requests sent', requests],
    ['calls in them', calls],
    ['requests that got no answer of the proxy', unanswered],
    ['rows in the history', rows],
    ['answered requests whose row is missing, not the only one, or says something else', history.length],
    ['calls tallied twice', tallies.twice],
    ['calls missing in the tallies', tallies.lost],
    ['calls admitted over the limit of a second', limits.overSecond],
    ['calls counted against the quota for requests that nobody got an answer to', limits.held],
    ['calls counted against the quota twice', limits.countedTwice],
    ['calls missing in the quota', limits.lost],
    ['writes that reached a chain node', writes],
    ['of these, reached chain nodes more than once', sentTwice],
  ];
  return [['what', 'how many'], shown.map(([what, count]) => [what, text(count)])];
}

/** Promises that a run has broken. */
export const brokenBy = ({ unreadable, history, tallies, limits, sentTwice }: GatewayFindings): string[] =>
  Object.entries({
    'rows that cannot be read': unreadable,
    history: history.length,
    'tallied twice': tallies.twice,
    'missing in the tallies': tallies.lost,
    'over the limit of a second': limits.overSecond,
    'counted twice': limits.countedTwice,
    'missing in the quota': limits.lost,
    'sent twice': sentTwice,
  })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what}: ${count}`);
