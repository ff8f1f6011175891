import { shardsOf } from '../../src/limits/shards.ts';
import { table } from '../markdown.ts';
import { numeral } from '../numeral.ts';
import { seededRandom } from '../random.ts';
import { counting } from '../simulation/hot-key/counting.ts';
import { figuresOf, type HotKeyFigures } from '../simulation/hot-key/figures.ts';
import { fixed, half, leasing } from '../simulation/hot-key/leasing.ts';
import type { Limiter, Parts } from '../simulation/hot-key/limiter.ts';
import { simulate } from '../simulation/hot-key/simulate.ts';

type Way = {
  readonly name: string;
  readonly items: (limit: number) => number;
  readonly make: (parts: Parts) => Limiter;
};

const shards = (callsPerSecond: number) => shardsOf({ callsPerSecond, callsPerDay: 0 });

const single: Way = { name: 'one item', items: () => 1, make: (parts) => counting(parts, 0) };
const ways: readonly Way[] = [
  { name: '**shards, all probed (as built)**', items: shards, make: (parts) => counting(parts, parts.items - 1) },
  { name: '10 shards, one probe', items: () => 10, make: (parts) => counting(parts, 1) },
  { name: 'leases of 25 from one item', items: () => 1, make: (parts) => leasing(parts, fixed(25)) },
  ...[1, 2].map((items) => ({
    name: `leases of half, ${items === 1 ? 'one item' : `${items} items`}`,
    items: () => items,
    make: (parts: Parts) => leasing(parts, half),
  })),
];

type Case = { readonly limit: number; readonly share: number; readonly processes: number; readonly churn: number };

const run = (way: Way, { limit, share, processes, churn }: Case): HotKeyFigures => {
  // Long enough before it counts that an item has used up the burst that it begins with.
  const load = { perSecond: limit * share, seconds: 10, warmUp: 15, processes, churn };
  return figuresOf(simulate(way.make, { limit, items: way.items(limit), random: seededRandom(1), load }), limit);
};

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

/** How far a single item carries, and what each way to go on costs. */
export const hotKeyTables = (): string => [singleTable(), waysTable()].join('\n\n');

function singleTable(): string {
  const rows = [500, 800, 1_000, 1_200, 1_500, 2_000, 5_000].map((limit) => {
    const { admittedPerSecond, wronglyRefused, waitMs } = run(single, { limit, share: 0.9, processes: 100, churn: 0 });
    return [numeral(limit), numeral(limit * 0.9), numeral(admittedPerSecond), percent(wronglyRefused), numeral(waitMs)];
  });
  return table(['limit', 'calls/s', 'admitted/s', 'wrongly refused', 'wait, 99th percentile, ms'], rows);
}

function waysTable(): string {
  const cases = [2_000, 5_000].flatMap((limit) => [100, 250].map((processes) => ({ limit, processes })));
  const rows = cases.flatMap((key) =>
    ways.map((way) => {
      const steady = run(way, { ...key, share: 0.9, churn: 0 });
      const full = run(way, { ...key, share: 1, churn: 0 });
      const changing = run(way, { ...key, share: 0.9, churn: 0.1 });
      return [
        `${numeral(key.limit)}, ${key.processes}`,
        way.name,
        ...[steady, changing, full].map(({ wronglyRefused }) => percent(wronglyRefused)),
        numeral(steady.writesPerCall),
        numeral(changing.writesPerCall),
        numeral(steady.waitMs),
      ];
    }),
  );
  const head = [
    'limit, processes',
    'way',
    'wrongly refused at 90 %',
    'with churn',
    'at 100 %',
    'writes a call',
    'with churn',
    'wait, ms',
  ];
  return table(head, rows);
}
