import type { Benchmark, Figure } from './benchmark.ts';
import { type Batching, batching } from './deployed.ts';
import { admitting } from './dynamodb-units/admitting.ts';
import { fleetTables } from './dynamodb-units/fleet.ts';
import { Meter } from './dynamodb-units/meter.ts';
import { refusing } from './dynamodb-units/refusing.ts';
import type { Load, World } from './dynamodb-units/world.ts';
import { startTables } from './local-dynamodb.ts';
import { seededRandom } from './random.ts';

const rounds = 3;

const oneMethod = ['getSlot'];
const fourMethods = ['getSlot', 'getBalance', 'getAccountInfo', 'getLatestBlockhash'];

const trickle: Load = { perSecond: 0.5, seconds: 120, methods: oneMethod };
const steady: Load = { perSecond: 5, seconds: 60, methods: oneMethod };
const busy: Load = { perSecond: 50, seconds: 10, methods: oneMethod };

/** Windows of the event source mapping beside the one that is deployed, in seconds. */
const otherWindows = [5, 20, 60];

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
    `${batching.size} records, with one key's records alone in it.`,
  run,
};

async function run(): Promise<Figure[]> {
  const dynamoDb = await startTables({ pk: fleetTables.pk, pkAndSk: [...fleetTables.pkAndSk, 'Usage'] });
  const meter = new Meter(dynamoDb.url);
  const metered = await meter.listen();
  const time = { now: Date.UTC(2026, 10, 20, 14, 25, 36) };
  const world: World = { meter, metered, direct: dynamoDb.url, time, random: seededRandom(1) };
  try {
    return [...(await admittedFigures(world)), ...(await refusedFigures(world)), ...(await windowFigures(world))];
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
      const found = await admitting(world, size, load, { rounds, batching });
      const { read, write, writeWithTallies } = found;
      recordBytes = found.recordBytes;
      const name = `admitted, ${load.perSecond} calls/s from ${processes(size)}`;
      figures.push(readUnits(name, read), writeUnits(name, write));
      figures.push({ name: `write units with tallies, ${name}`, unit: 'write units', rounds: writeWithTallies });
    }
  }
  return [...figures, { name: 'size of a record', unit: 'bytes', rounds: recordBytes }];
}

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

/** What the tallies take for a key that calls four methods, and what a longer window would save. */
async function windowFigures(world: World): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const load of [trickle, steady]) {
    for (const methods of [oneMethod, fourMethods]) {
      for (const cut of [batching, ...otherWindows.map(windowOf)]) {
        // One round: chance decides nothing here.
        const once = { rounds: 1, batching: cut };
        const { write, writeWithTallies } = await admitting(world, 1, { ...load, methods }, once);
        const name = `tallies, ${load.perSecond} calls/s, methods ${methods.length}, window ${cut.windowMs / 1_000} s`;
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
