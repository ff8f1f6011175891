import type { Provenance } from './provenance.ts';
import type { KeptFigure, Results } from './results.ts';

/** A bound that measured figures must keep. */
export type Target = {
  readonly what: string;
  readonly atMost?: number;
  readonly atLeast?: number;
  readonly unit: string;
  readonly benchmark: string;
  /** Every figure of the benchmark whose name begins with this must keep the bound. */
  readonly figures: string;
  /** Why the target is missed, if that is known: a sentence for the page. */
  readonly unmet?: string;
};

/** What the request path promises to cost, a line for each promise. */
export const targets: readonly Target[] = [
  cold('authorizer', 2.5),
  cold('proxy', 3),
  { what: 'bundle of the authorizer', atMost: 19, unit: 'KB', benchmark: 'bundle-size', figures: 'authorizer' },
  {
    what: 'bundle of the proxy ([decision 11](decisions/0011-the-request-path-signs-its-own-calls.md#bundles))',
    atMost: 72,
    unit: 'KB',
    benchmark: 'bundle-size',
    figures: 'proxy',
    unmet:
      '`.ci/budgets.json` keeps it below 95 KB. The reason for the bound is a cheap cold start, which has its own target.',
  },
  units('read units per admitted call', 1, 'read units, admitted'),
  units('write units per admitted call', 2.03, 'write units, admitted'),
  ...['0.5', '5', '50'].map((rate) =>
    units(
      `write units per admitted call at ${rate} calls/s, tallies included`,
      2.25,
      `write units with tallies, admitted, ${rate} `,
    ),
  ),
  units(
    'write units per admitted call at 0.5 calls/s with four methods, tallies included, on every plan',
    2.25,
    'write units with tallies, plan ',
  ),
  units('read units per refused call of a spent key', 1, 'read units, refused'),
  // A tenth for the record, and for the day a write in 15 s, because calls may have been given back.
  units('write units per repeated refusal of a key, from 1 process', 0.105, 'write units, refused, 1 process'),
  units(
    'write units per refused call from 64 processes, day spent',
    1.1,
    'write units, refused, 64 processes, spent day',
  ),
  units(
    'write units per refused call from 64 processes, second spent',
    1.1,
    'write units, refused, 64 processes, spent second',
    'each of the 64 processes writes its first ten refusals one by one, so that a handful is seen at once (decision 25), and ' +
      'this run has few more.',
  ),
  roundTrips('read', 2.1),
  roundTrips('write', 3.1),
  {
    what: 'throughput by processor time against the fastify stack',
    atLeast: 4,
    unit: '×',
    benchmark: 'throughput',
    figures: 'Sluice against the fastify stack, requests/s of processor time',
    unmet:
      'two runs gave 3.94 and 4.44. Over a third of Sluice’s time here goes into sending to local sockets, which costs ' +
      'both gateways the same; with a store that answers at once, an independent run measured 8.0 ×.',
  },
  {
    what: 'tally: records a second on one core',
    atLeast: 5_000,
    unit: 'records/s',
    benchmark: 'tally',
    figures: 'records a second',
  },
  {
    what: 'tally: write units per record, batches of 1,000 of 20 keys × 4 methods',
    atMost: 0.05,
    unit: 'write units',
    benchmark: 'tally',
    figures: 'write units per record',
  },
];

function cold(name: string, atMost: number): Target {
  const what = `cold whole-process CPU over HTTPS, ${name}, against an empty handler`;
  return { what, atMost, unit: '×', benchmark: 'cold-start', figures: `${name} against an empty handler` };
}

function units(what: string, atMost: number, figures: string, unmet?: string): Target {
  return {
    what: `DynamoDB: ${what}`,
    atMost,
    unit: 'units',
    benchmark: 'dynamodb-units',
    figures,
    ...(unmet && { unmet }),
  };
}

function roundTrips(kind: 'read' | 'write', atMost: number): Target {
  const what = `sequential DynamoDB round trips that a ${kind} waits for, beyond its node`;
  const figures = `sequential DynamoDB round trips of a ${kind} call`;
  return { what, atMost, unit: 'calls', benchmark: 'latency', figures };
}

/** What became of a target: the figure that is worst for it and its run, or that there is none. */
export type Finding = {
  readonly target: Target;
  readonly worst?: KeptFigure;
  readonly provenance?: Provenance;
  readonly holds: boolean;
};

/** Holds results against a target: all that was measured for it must keep its bound. */
export function judge(target: Target, results: Results): Finding {
  const result = results[target.benchmark];
  const found = result?.figures.filter(({ name }) => name.startsWith(target.figures)) ?? [];
  const direction = target.atLeast === undefined ? 1 : -1;
  const [worst] = found.toSorted((one, other) => direction * (other.median - one.median));
  return result && worst
    ? { target, worst, provenance: result, holds: keeps(target, worst.median) }
    : { target, holds: false };
}

const keeps = ({ atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY }: Target, figure: number) =>
  figure <= atMost && figure >= atLeast;
