import * as v from 'valibot';
import { toUsageView } from '../../src/management-api/schemas/usage-schema.ts';
import type { Item } from '../../src/table/item-table.ts';
import { createQueryableTable, type QueryableTable } from '../../src/table/signed-table.ts';
import { dayMs } from '../../src/time.ts';
import { queryUsage, type UsageRequest } from '../../src/usage/query-usage.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { DynamoDbFront } from './dynamodb-front.ts';
import { attributesSchema, type Exchange, itemSize } from './dynamodb-units/write-units.ts';
import { bulkWrite, sdkClient, signedClient, startTables } from './local-dynamodb.ts';
import { cpuTime } from './processor-time.ts';
import { callsPerHour, dayItem, hoursOf } from './reports/items.ts';
import { interleave } from './rounds.ts';

const rounds = { warmUp: 2, counted: 5 };
const noon = Date.UTC(2026, 10, 20, 12, 30);
/** All hours of today are read. */
const endOfDay = Date.UTC(2026, 10, 20, 23, 30);

export const benchmark: Benchmark = {
  title: 'Reports of usage',
  measures:
    'What a report by days takes the management API, today included: all keys of an account over 30 days, and one key over ' +
    '400. Today’s hours have no figures yet: it is past noon, and once half an hour before midnight. Each key calls 5 methods of one network all day long, once in two seconds, ' +
    'latencies log-normal about 40 ms, 2 % errors. Processor time is that of the process that asks, adds up and writes the ' +
    'answer; time on the clock has DynamoDB Local’s in it. Read units by the rules of AWS. Accounts with 5,000 revoked keys ' +
    'have made calls with each of them, before the range.',
  run,
};

/** An account's keys and days, and whose report is asked for. */
type Shape = {
  readonly name: string;
  readonly keys: number;
  readonly days: number;
  readonly revoked: number;
  readonly now: number;
};

const shapes: readonly Shape[] = [
  { name: '20 keys × 30 days', keys: 20, days: 30, revoked: 0, now: noon },
  { name: '200 keys × 30 days', keys: 200, days: 30, revoked: 0, now: noon },
  { name: '200 keys × 30 days, 5,000 revoked', keys: 200, days: 30, revoked: 5_000, now: noon },
  { name: 'at the end of the day, 200 keys × 30 days', keys: 200, days: 30, revoked: 0, now: endOfDay },
  { name: '1 key × 400 days', keys: 1, days: 400, revoked: 0, now: noon },
  { name: '1 key × 400 days, 5,000 revoked', keys: 1, days: 400, revoked: 5_000, now: noon },
];

async function run(): Promise<Figure[]> {
  const dynamoDb = await startTables({ pkAndSk: ['Usage'] });
  const reads: Read[] = [];
  const front = new DynamoDbFront(dynamoDb.url, (exchange) => reads.push(...readsOf(exchange)));
  try {
    for (const shape of shapes) await bulkWrite(sdkClient(dynamoDb.url), 'Usage', await itemsOf(shape));
    const [usage, watched] = [dynamoDb.url, await front.listen()].map((url) => {
      return createQueryableTable(signedClient(url), 'Usage');
    });
    if (!usage || !watched) throw new Error('There is no table.');
    const timed = shapes.map((shape) => [shape.name, () => reportOf(usage, shape)] as const);
    const taken = await interleave<string, Taken>(Object.fromEntries(timed), rounds);
    const figures: Figure[] = [];
    for (const shape of shapes) {
      reads.length = 0;
      await reportOf(watched, shape);
      figures.push(...figuresOf(shape.name, taken[shape.name] ?? [], reads));
    }
    return figures;
  } finally {
    front.close();
    await dynamoDb.stop();
  }
}

async function itemsOf({ name, keys, days, revoked, now }: Shape): Promise<Item[]> {
  const items: Item[] = [];
  for (let key = 0; key < keys; key += 1) {
    const keyId = keyIdOf(name, key);
    for (let day = 0; day < days; day += 1) items.push(await dayItem(name, keyId, now - day * dayMs, now));
    items.push(...hoursOf(keyId, now));
  }
  for (let key = keys; key < keys + revoked; key += 1) {
    items.push(await dayItem(name, keyIdOf(name, key), now - (days + (key % 30)) * dayMs, now));
  }
  return items;
}

const keyIdOf = (account: string, key: number): string => `${account} ${key}`;

/** Milliseconds of processor time, and on the clock. */
type Taken = { readonly cpu: number; readonly clock: number };

async function reportOf(usage: QueryableTable, { name, keys, days, now }: Shape): Promise<Taken> {
  const from = now - (days - 1) * dayMs;
  const keyId = keys === 1 ? keyIdOf(name, 0) : undefined;
  const request: UsageRequest = { accountId: name, keyId, from, to: now, span: 'day' };
  const startedAt = performance.now();
  const cpu = await cpuTime(async () => {
    const shape = toUsageView(await queryUsage(usage, request, () => now));
    const hours = (days - 1) * 24 + new Date(now).getUTCHours() + 1;
    if (!JSON.stringify(shape).includes(`"calls":${keys * hours * callsPerHour},`))
      throw new Error('Calls are missing.');
  });
  return { cpu, clock: performance.now() - startedAt };
}

type Read = { readonly items: number; readonly units: number };

const answer = v.object({
  Items: v.optional(v.array(attributesSchema)),
  Responses: v.optional(v.object({ Usage: v.array(attributesSchema) })),
});

/**
 * By AWS's rules for eventually consistent reads: half a unit for 4 KB, of all that a Query reads together, and of each
 * item of a batch.
 */
function readsOf(exchange: Exchange): Read[] {
  const { Items, Responses } = v.parse(answer, exchange.answer);
  const bytes = (items: readonly v.InferOutput<typeof attributesSchema>[]) =>
    items.reduce((sum, item) => sum + itemSize(item), 0);
  const units = (size: number) => Math.max(1, Math.ceil(size / 4_096)) / 2;
  if (Items) return [{ items: Items.length, units: units(bytes(Items)) }];
  return (Responses?.Usage ?? []).map((item) => ({ items: 1, units: units(bytes([item])) }));
}

function figuresOf(name: string, taken: readonly Taken[], reads: readonly Read[]): Figure[] {
  return [
    { name: `processor time, ${name}`, unit: 'ms', rounds: taken.map(({ cpu }) => cpu) },
    { name: `on the clock, ${name}`, unit: 'ms', rounds: taken.map(({ clock }) => clock) },
    { name: `items read, ${name}`, unit: 'items', rounds: [reads.reduce((sum, { items }) => sum + items, 0)] },
    { name: `read units, ${name}`, unit: 'read units', rounds: [reads.reduce((sum, { units }) => sum + units, 0)] },
  ];
}
