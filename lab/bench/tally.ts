import * as v from 'valibot';
import { createLog } from '../../src/log.ts';
import { createSignedTable } from '../../src/table/signed-table.ts';
import { createMarkDays } from '../../src/usage/day-items.ts';
import { createLastUsed } from '../../src/usage/last-used.ts';
import { tally } from '../../src/usage/tally.ts';
import { networkChains } from '../../test/support/settings.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { Meter } from './dynamodb-units/metered-world.ts';
import { signedClient, startTables } from './local-dynamodb.ts';
import { cpuTime } from './processor-time.ts';
import { interleave } from './rounds.ts';
import { startServer } from './start-server.ts';
import { seededRandom } from './statistics.ts';
import { batchSource } from './tally/batches.ts';

const rounds = { warmUp: 2, counted: 7 };
const batchesPerRound = 5;
/** The records of a second. */
const batchSize = 1_000;

/** Units are counted over one minute, as counters of a minute and of an hour grow with the latencies they hold. */
const minuteAt = Date.UTC(2026, 10, 20, 14, 26);
const meteredRounds = { rounds: 3, batches: 20 };
/** What the hour has counted before that minute: enough for its counters to hold all latencies that are not rare. */
const history = 40_000;

export const benchmark: Benchmark = {
  title: 'The tally',
  measures:
    "The gateway's own tally, on batches of 1,000 records of 20 keys × 4 methods, each batch a second of " +
    'traffic later, 3 % of the calls failing, latencies log-normal about 40 ms. Processor time is that of the whole ' +
    'process that tallies: parsing the event, adding up, and calling Usage by HTTP. Usage is a stub in another process ' +
    'that reads each update and answers with its attributes, and in turn DynamoDB Local; the time either takes for itself ' +
    'is not counted. Units are counted by the rules of AWS ' +
    'over the three thirds of one minute, in an hour that has counted 500 calls of each key and method before.',
  run,
};

async function run(): Promise<Figure[]> {
  const [stub, dynamoDb] = [await startServer('tally/usage-stub.ts'), await startTables({ pkAndSk: ['Usage'] })];
  try {
    const taken = await interleave({ stub: speed(stub.url), local: speed(dynamoDb.url) }, rounds);
    return [
      { name: 'records a second of processor time, Usage a stub', unit: 'records/s', rounds: taken.stub },
      { name: 'records a second of processor time, Usage on DynamoDB Local', unit: 'records/s', rounds: taken.local },
      { name: 'write units per record', unit: 'write units', rounds: await unitsPerRecord() },
    ];
  } finally {
    stub.stop();
    await dynamoDb.stop();
  }
}

const eventSchema = v.object({ Records: v.array(v.unknown()) });

/** A tallying process, which receives batches as JSON. */
function startTally(url: string): (batch: string) => Promise<void> {
  const log = createLog('error');
  const usage = createSignedTable(signedClient(url), 'Usage');
  const divert = () => Promise.reject(new Error('Nothing was to be diverted.'));
  // The days of the traffic are not over: each is marked once.
  const markDays = createMarkDays(usage, () => 0, log);
  const lastUsed = createLastUsed(usage, log);
  const parts = { usage, chains: networkChains, lastUsed, markDays, divert, clock: Date.now, log, emit: () => {} };
  return async (batch) => {
    const failed = await tally(v.parse(eventSchema, JSON.parse(batch)).Records, parts);
    if (failed.length > 0) throw new Error(`${failed.length} records were not counted.`);
  };
}

/** Records per second of processor time, measured again with each call. */
function speed(url: string): () => Promise<number> {
  const count = startTally(url);
  const nextBatch = batchSource(seededRandom(1), minuteAt);
  return async () => {
    const round = Array.from({ length: batchesPerRound }, () => nextBatch(batchSize));
    const milliseconds = await cpuTime(async () => {
      for (const batch of round) await count(batch);
    });
    return (batchesPerRound * batchSize * 1_000) / milliseconds;
  };
}

async function unitsPerRecord(): Promise<number[]> {
  const dynamoDb = await startTables({ pkAndSk: ['Usage'] });
  const meter = new Meter(dynamoDb.url);
  const count = startTally(await meter.listen());
  const nextBatch = batchSource(seededRandom(2), minuteAt - history);
  await count(nextBatch(history));
  const taken: number[] = [];
  for (let round = 0; round < meteredRounds.rounds; round += 1) {
    const { write } = await meter.during(async () => {
      for (let batch = 0; batch < meteredRounds.batches; batch += 1) await count(nextBatch(batchSize));
    });
    taken.push(write / (meteredRounds.batches * batchSize));
  }
  meter.close();
  await dynamoDb.stop();
  return taken;
}
