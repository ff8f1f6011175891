import { partitions } from '../../../src/cost/assumptions.ts';
import { billedMs, workOf } from '../../../src/cost/billed-durations.ts';
import { eventualReadUnits, perMillion, usesOf } from '../../../src/cost/cost-terms.ts';
import type { Deployment } from '../../../src/cost/deployment.ts';
import { figuresFor, type ShapeFigures } from '../../../src/cost/shape-figures.ts';
import { type Shape, shapes } from '../../../src/cost/shapes.ts';
import { takeFigures } from '../cost/take-figures.ts';
import { numeral, table } from '../report-format.ts';
import type { Results } from '../results.ts';
import { type Quota, quotas } from './quotas.ts';

/** The need of a load for a limited resource of AWS, and its calculation. */
export type Need = {
  readonly what: string;
  readonly of: (callsPerSecond: number) => number;
  readonly from: string;
  readonly quota?: Quota;
};

/** The shape of the busiest load that is measured. */
const busiest = (): Shape => {
  const shape = shapes.at(-1);
  if (!shape) throw new Error('There is no shape of traffic.');
  return shape;
};

/**
 * The needs of single calls: a line for each limit.
 * @throws {FigureMissingError}
 */
export function needs(results: Results, deployment: Deployment): Need[] {
  const { functions, batching } = deployment;
  const figures = figuresFor(busiest(), takeFigures(results, batching), batching);
  const work = workOf(figures, busiest());
  const ms = {
    authorizer: billedMs(work.authorizer, functions.authorizer.memory),
    proxy: billedMs(work.proxy, functions.proxy.memory),
  };
  const { total } = perMillion(busiest(), usesOf(busiest(), figures, deployment));
  return [...functionNeeds(ms), ...tableNeeds(figures), costNeed(total)];
}

function functionNeeds(ms: { readonly authorizer: number; readonly proxy: number }): Need[] {
  const both = (calls: number) => (calls * (ms.authorizer + ms.proxy)) / 1_000;
  const byRequests = (calls: number) => (2 * calls) / quotas.requestsPerEnvironment.atMost;
  return [
    { what: 'HTTP API, requests/s', of: (calls) => calls, from: '1 a call', quota: quotas.apiRequestsPerSecond },
    {
      what: 'Lambda, environments at work',
      of: both,
      from: `${ms.authorizer} + ${ms.proxy} ms a call`,
      quota: quotas.concurrency,
    },
    {
      what: 'Lambda, concurrency for the requests',
      of: byRequests,
      from: '2 invocations a call, 10 a second for each',
      quota: quotas.concurrency,
    },
    {
      what: 'the same, if API Gateway has every answer of the authorizer',
      of: (calls) => byRequests(calls) / 2,
      from: '1 invocation a call',
      quota: quotas.concurrency,
    },
    {
      what: 'Lambda, seconds to grow from nothing',
      of: (calls) => calls / quotas.requestsGainedPerSecond.atMost,
      from: '1,000 calls/s more each second',
    },
  ];
}

function tableNeeds({ readUnits, writeUnits, tallyUnits }: ShapeFigures): Need[] {
  const { tableReads: reads, tableWrites: writes } = quotas;
  const half = writeUnits / 2;
  const ofRecords = (calls: number) =>
    Math.max(partitions.least, Math.ceil((calls * half) / quotas.partitionWrites.atMost));
  return [
    {
      what: 'Directory, read units/s',
      of: (calls) => calls * (readUnits + eventualReadUnits),
      from: `${readUnits + eventualReadUnits} a call, ${readUnits} if API Gateway has every answer of the authorizer`,
      quota: reads,
    },
    { what: 'Admissions, write units/s', of: (calls) => calls * half, from: `${half} a call`, quota: writes },
    { what: 'Records, write units/s', of: (calls) => calls * half, from: `${half} a call`, quota: writes },
    {
      what: 'Usage, write units/s',
      of: (calls) => calls * tallyUnits,
      from: `${tallyUnits.toFixed(2)} a call of keys at 50 calls/s`,
      quota: writes,
    },
    { what: 'Records, partitions and stream shards', of: ofRecords, from: 'at least; 1,000 write units/s each' },
  ];
}

const costNeed = (perMillion: number): Need => ({
  what: 'dollars an hour, all in',
  of: (calls) => (calls * 3_600 * perMillion) / 1e6,
  from: `$${perMillion.toFixed(2)} for a million`,
});

const loads = [10_000, 100_000, 1_000_000];

/** The needs of each load, in bold above the initial quota of an account; and the quotas with their sources. */
export const needsTable = (needs: readonly Need[]): string =>
  [
    table(
      ['', ...loads.map((load) => `${numeral(load)} calls/s`), 'at first', 'because'],
      needs.map(({ what, of, from, quota }) => [
        what,
        ...loads.map((load) => cell(of(load), quota)),
        atFirst(quota),
        from,
      ]),
    ),
    table(
      ['limit', 'at first', 'can be raised', 'source'],
      Object.values(quotas).map((quota) => [
        quota.what,
        numeral(quota.atMost),
        quota.adjustable ? 'yes' : 'no',
        quota.source,
      ]),
    ),
  ].join('\n\n');

const cell = (need: number, quota?: Quota): string =>
  quota && need > quota.atMost ? `**${numeral(need)}**` : numeral(need);

const atFirst = (quota?: Quota): string => (quota ? numeral(quota.atMost) : '');
