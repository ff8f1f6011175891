import { type Batching, prod } from '../../src/cost/deployment.ts';
import { plans } from '../../test/support/settings.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { type AdmittedUnits, admitting, plentiful, refusing } from './dynamodb-units/admission-units.ts';
import { fleetTables } from './dynamodb-units/metered-fleet.ts';
import { type Load, Meter, type World } from './dynamodb-units/metered-world.ts';
import { startTables } from './local-dynamodb.ts';
import { seededRandom } from './statistics.ts';

const rounds = 3;
const { batching } = prod;

/** Those that Solana's nodes are called with most. */
const allMethods = [
  'getSlot',
  'getBalance',
  'getAccountInfo',
  'getLatestBlockhash',
  'getTransaction',
  'getTokenAccountsByOwner',
  'sendTransaction',
  'getSignatureStatuses',
  'getMultipleAccounts',
  'simulateTransaction',
];
const fourMethods = allMethods.slice(0, 4);

const trickle: Load = { perSecond: 0.5, seconds: 540, methods: fourMethods };
const steady: Load = { perSecond: 5, seconds: 60, methods: fourMethods };
const busy: Load = { perSecond: 50, seconds: 10, methods: fourMethods };

/** Windows of the event source mapping, in seconds: that of prod, and others. */
const windows = [...new Set([batching.windowMs / 1_000, 5, 20, 60])];

/** Hammering is 50 calls a second where 10 are allowed, or where the day had 10. */
const spent = [
  { window: 'second', limits: { callsPerSecond: 10, callsPerDay: 50_000_000 } },
  { window: 'day', limits: { callsPerSecond: 200, callsPerDay: 10 } },
];

export const benchmark: Benchmark = {
  title: 'DynamoDB units per request',
  measures:
    "The gateway's own authorizer, proxy and tally on DynamoDB Local, on simulated time; processes are instances with a " +
    'memory of their own, and each call goes to one of them at random. The units are those that AWS charges, counted by ' +
    'its rules from every request and answer; what DynamoDB Local reports is not used, as it says nothing of failed ' +
    `conditions. The stream is cut as prod's event source mapping does, after ${batching.windowMs / 1_000} s or ` +
    `${batching.size} records, with one key's records alone in it. Keys call four methods in turn where nothing else is ` +
    'said, and latencies are log-normal about 40 ms. Before it is measured, the hour has counted half an hour of the same ' +
    'traffic, of which 3 % failed.',
  run,
};

async function run(): Promise<Figure[]> {
  const dynamoDb = await startTables({ pk: fleetTables.pk, pkAndSk: [...fleetTables.pkAndSk, 'Usage'] });
  const meter = new Meter(dynamoDb.url);
  const metered = await meter.listen();
  const time = { now: Date.UTC(2026, 10, 20, 14, 25, 36) };
  const world: World = { meter, metered, direct: dynamoDb.url, time, random: seededRandom(1) };
  try {
    return [
      ...(await admittedFigures(world)),
      ...(await planFigures(world)),
      ...(await refusedFigures(world)),
      ...(await windowFigures(world)),
    ];
  } finally {
    meter.close();
    await dynamoDb.stop();
  }
}

async function admittedFigures(world: World): Promise<Figure[]> {
  const figures: Figure[] = [];
  let recordBytes: number[] = [];
  for (const load of [trickle, steady, busy]) {
    for (const size of [1, 64]) {
      const found = await admitting(world, load, { size, planId: 'scale', limits: plentiful, rounds, batching });
      recordBytes = found.recordBytes;
      figures.push(...unitFigures(`admitted, ${load.perSecond} calls/s from ${processes(size)}`, found));
    }
  }
  return [...figures, { name: 'size of a record', unit: 'bytes', rounds: recordBytes }];
}

/** A key of each plan, with the plan's own limits. */
async function planFigures(world: World): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { id: planId } of plans.all) {
    for (const size of [1, 64]) {
      const found = await admitting(world, trickle, { size, planId, rounds, batching });
      figures.push(...unitFigures(`plan ${planId}, ${trickle.perSecond} calls/s from ${processes(size)}`, found));
    }
  }
  return figures;
}

const unitFigures = (name: string, { read, write, writeWithTallies }: AdmittedUnits): Figure[] => [
  readUnits(name, read),
  writeUnits(name, write),
  { name: `write units with tallies, ${name}`, unit: 'write units', rounds: writeWithTallies },
];

async function refusedFigures(world: World): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of [1, 64]) {
    for (const { window, limits } of spent) {
      const { read, write } = await refusing(world, size, busy, { rounds, limits });
      const name = `refused, ${processes(size)}, spent ${window}, ${busy.perSecond} calls/s`;
      figures.push(readUnits(name, read), writeUnits(name, write));
    }
  }
  return figures;
}

/** What the tallies take by the number of methods that a key calls, and what a longer window would save. */
async function windowFigures(world: World): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const load of [trickle, steady]) {
    for (const methods of [fourMethods.slice(0, 1), fourMethods, allMethods]) {
      for (const seconds of windows) {
        // One round, because the result is not random.
        const once = { size: 1, planId: 'scale', limits: plentiful, rounds: 1, batching: windowOf(seconds) };
        const { write, writeWithTallies } = await admitting(world, { ...load, methods }, once);
        const name = `tallies, ${load.perSecond} calls/s, methods ${methods.length}, window ${seconds} s`;
        const taken = writeWithTallies.map((units, round) => units - (write[round] ?? 0));
        figures.push({ name, unit: 'write units', rounds: taken });
      }
    }
  }
  return figures;
}

const windowOf = (seconds: number): Batching => ({ ...batching, windowMs: seconds * 1_000 });

const readUnits = (name: string, taken: number[]): Figure => ({
  name: `read units, ${name}`,
  unit: 'read units',
  rounds: taken,
});

const writeUnits = (name: string, taken: number[]): Figure => ({
  name: `write units, ${name}`,
  unit: 'write units',
  rounds: taken,
});

const processes = (size: number): string => (size === 1 ? '1 process' : `${size} processes`);
