import type { RequestRecord } from '../../../src/records/record-schema.ts';
import { connectDynamoDb } from '../../../src/table/sdk-table.ts';
import { systemClock } from '../../../src/time.ts';
import { calm, type Weather } from '../../../test/support/faults/weather.ts';
import { bulkWrite } from '../../bench/local-dynamodb.ts';
import { seededRandom } from '../../bench/statistics.ts';
import type { World } from '../gateway/chaos-world.ts';
import { checkTallies, type TallyCheck } from '../gateway/check-tallies.ts';
import { keys, recordMaker } from './records.ts';

/** How many records are written, in which weather. */
export type Tallying = {
  readonly seed: number;
  readonly records: number;
  /** Records that are written before the tally is waited for: a batch of the stream, or a few. */
  readonly chunk: number;
  readonly weather: Weather;
};

/** What a run has shown. */
export type TallyFindings = TallyCheck & { readonly records: number };

/** Writes records straight into the table, and holds what its stream makes of them against them. */
export async function runTallies(world: World, { seed, records, chunk, weather }: Tallying): Promise<TallyFindings> {
  const { running } = world;
  const client = connectDynamoDb({
    endpoint: running.runtime.dynamodbUrl,
    region: 'us-east-1',
    credentials: { accessKeyId: 'chaos', secretAccessKey: 'chaos' },
    requestHandler: { requestTimeout: 20_000 },
  });
  const make = recordMaker(systemClock(), seededRandom(seed));
  const written: RequestRecord[] = [];
  world.turn(weather);
  while (written.length < records) {
    const made = Array.from({ length: Math.min(chunk, records - written.length) }, make);
    written.push(...made.map(({ record }) => record));
    const items = made.map(({ item }) => item);
    await bulkWrite(client, running.runtime.tables.records, items);
    await running.runtime.drained();
  }
  world.turn(calm);
  await world.settle();
  client.destroy();
  return { records: written.length, ...(await checkTallies(running.usage, keys, written)) };
}
