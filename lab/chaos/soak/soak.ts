import { parseArgs } from 'node:util';
import { numeral, table } from '../../bench/report-format.ts';
import { thisRun } from '../../bench/this-run.ts';
import { startWorld } from '../gateway/chaos-world.ts';
import { brokenBy } from '../gateway/gateway-under-chaos.ts';
import { type GatewayFindings, runGateway } from '../gateway/run-gateway.ts';
import { writeSection } from '../part.ts';
import { type Census, takeCensus } from './census.ts';
import { Threads } from './threads.ts';

// npm run lab -- soak [--seconds N] [--per-second N]: a steady load with every fault at a low rate; at the end nothing has
// leaked, and requests, history and tallies agree. It ends with 1 where that does not hold. Five minutes or more are
// written into docs/reliability.md.

const weather = { dynamoDb: 0.002, upstream: 0.002, spells: 0, stream: 0.05, kills: 0.0005 };

/** Long enough for every environment to have compiled its code and opened its connections. */
const warmUp = { seed: 1, requests: 600, weather };

/**
 * More than this, in the unit of the census, is a leak. Caches of a few keys and of code stay far below 8 MB. Of
 * sockets, those that listen and those that read the streams are left when they are counted: always as many.
 */
const toleratedOf = (name: string): number => (name.startsWith('sockets') ? 2 : 8);

const pageSeconds = 300;

async function soak(seconds: number, perSecond: number): Promise<void> {
  const provenance = thisRun('npm run lab -- soak');
  const threads = new Threads();
  const world = await startWorld(1);
  await runGateway(world, warmUp);
  const before = await takeCensus(world, threads);
  const findings = await runGateway(world, { seed: 2, requests: seconds * perSecond, perSecond, weather });
  const after = await takeCensus(world, threads);
  await world.stop();
  threads.stop();
  const broken = [...brokenBy(findings), ...leaks(before, after)];
  const text = report({ seconds, perSecond, findings, before, after });
  process.stdout.write(`${text}\n\n${broken.join('\n')}\n`);
  if (broken.length > 0) process.exitCode = 1;
  if (seconds >= pageSeconds) writeSection('soak', text, provenance);
}

const leaks = (before: Census, after: Census): string[] =>
  Object.entries(after)
    .filter(([name, figure]) => figure - (before[name] ?? 0) > toleratedOf(name))
    .map(([name, figure]) => `${name}: ${numeral(before[name] ?? 0)} before, ${numeral(figure)} after`);

type Soaked = {
  readonly seconds: number;
  readonly perSecond: number;
  readonly findings: GatewayFindings;
  readonly before: Census;
  readonly after: Census;
};

function report({ seconds, perSecond, findings, before, after }: Soaked): string {
  const { requests, calls, unanswered, rows, history, tallies, limits } = findings;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const told =
    `${seconds} s at ${perSecond} requests a second: ${numeral(requests)} requests with ${numeral(calls)} calls, ` +
    `${unanswered} of them without an answer of the proxy; ${numeral(rows)} rows, ${history.length} of them wrong; ` +
    `${tallies.twice} calls tallied twice, ${tallies.lost} missing; ${limits.overSecond} calls over a limit, ` +
    `${limits.countedTwice} counted against the quota twice, ${limits.lost} missing in it.`;
  const figure = (census: Census, name: string) => (census[name] === undefined ? '' : numeral(census[name]));
  return `${told}\n\n${table(
    ['', 'after the warm-up', 'at the end'],
    names.map((name) => [name, figure(before, name), figure(after, name)]),
  )}`;
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: String(pageSeconds) },
    'per-second': { type: 'string', default: '20' },
  },
});
await soak(Number(values.seconds), Number(values['per-second']));
