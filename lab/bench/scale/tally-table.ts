import type { Batching } from '../../../src/cost/deployment.ts';
import { numeral, table } from '../report-format.ts';
import { seededRandom } from '../statistics.ts';
import { arrivals, figuresOf, type Phase, readShard, spans, type TallyFigures } from './tally-simulation.ts';
import { batchMs, type Speed } from './tally-speed.ts';

/** A tally: its speed, its megabytes, and how its batches are cut. */
export type Tally = { readonly speed: Speed; readonly memory: number; readonly batching: Batching };

type Case = {
  readonly name: string;
  readonly phases: readonly Phase[];
  readonly counters: number;
  readonly outage?: { readonly from: number; readonly to: number };
  /** When what made it fall behind was over, in seconds. */
  readonly overAt?: number;
};

/**
 * Keys of a shard, each on one network: a few busy ones, or so many that hardly two records of a batch count for the
 * same.
 */
const few = 20;
const many = 5_000;

/** Beyond the batch window, which records of a quiet shard wait for in any case. */
const behindMs = 5_000;

const steady = (perSecond: number): Phase[] => [{ seconds: 300, perSecond }];
const burst: Phase[] = [
  { seconds: 60, perSecond: 200 },
  { seconds: 300, perSecond: 1_000 },
  { seconds: 1_200, perSecond: 200 },
];

const cases: readonly Case[] = [
  { name: '1,000 records/s of few', phases: steady(1_000), counters: few },
  { name: '200 records/s of many', phases: steady(200), counters: many },
  { name: '200 records/s, 5 minutes of 1,000, of few', phases: burst, counters: few, overAt: 360 },
  { name: '200 records/s, 5 minutes of 1,000, of many', phases: burst, counters: many, overAt: 360 },
  {
    name: '500 records/s of few, the tally out of order for 10 minutes',
    phases: [{ seconds: 1_500, perSecond: 500 }],
    counters: few,
    outage: { from: 60_000, to: 660_000 },
    overAt: 660,
  },
];

/** The most that each tally takes of one shard, and how far it is behind under each load. */
export const tallyTables = (tallies: Readonly<Record<string, Tally>>): string =>
  [mostTable(tallies), lagTable(tallies)].join('\n\n');

function mostTable(tallies: Readonly<Record<string, Tally>>): string {
  const mixes = { few, many };
  const rows = Object.entries(tallies).map(([name, tally]) => [
    name,
    ...Object.values(mixes).map((counters) => numeral(mostPerSecond(tally, counters))),
  ]);
  return table(['records/s of one shard at most', ...Object.keys(mixes)], rows);
}

/** With full batches, one after the other, of as many different counters as chance brings together. */
function mostPerSecond({ speed, memory, batching: { size } }: Tally, counters: number): number {
  const different = counters * (1 - (1 - 1 / counters) ** size);
  return (size * 1_000) / batchMs(speed, memory, size, spans * different);
}

function lagTable(tallies: Readonly<Record<string, Tally>>): string {
  const rows = cases.flatMap((one) =>
    Object.entries(tallies).map(([name, tally]) => {
      const { lag, busy, writesPerRecord, caughtUpAt } = run(one, tally);
      const lags = [lag.half, lag.most, lag.worst].map(numeral).join(' · ');
      return [one.name, name, lags, `${(busy * 100).toFixed(0)} %`, numeral(writesPerRecord), after(one, caughtUpAt)];
    }),
  );
  const head = [
    'one shard',
    'tally',
    'seconds behind: half · 99 % · worst',
    'busy',
    'writes a record',
    'caught up after, s',
  ];
  return table(head, rows);
}

function run({ phases, counters, outage }: Case, { speed, memory, batching }: Tally): TallyFigures {
  const came = arrivals(phases, counters, seededRandom(1));
  const options = { batching, batchMs: (records: number, writes: number) => batchMs(speed, memory, records, writes) };
  const batches = readShard(came, { ...options, ...(outage && { outage }) });
  return figuresOf(came, batches, (batching.windowMs + behindMs) / 1_000);
}

const after = ({ overAt }: Case, caughtUpAt: number): string =>
  overAt === undefined || caughtUpAt === 0 ? '' : numeral(Math.max(0, caughtUpAt - overAt));
