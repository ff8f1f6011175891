import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { seededRandom } from '../../lab/bench/statistics.ts';
import { solana } from '../../src/chains/solana.ts';
import { createLog } from '../../src/log.ts';
import { outcomes } from '../../src/records/outcome.ts';
import type { CallCount, RequestRecord } from '../../src/records/record-schema.ts';
import type { Item, Table } from '../../src/table/item-table.ts';
import { latencyBucket } from '../../src/usage/latency-histogram.ts';
import { tally } from '../../src/usage/tally.ts';
import { emptyTable } from '../support/dynamodb.ts';
import { effort } from '../support/effort.ts';
import { networkChains } from '../support/settings.ts';
import { divertNothing } from './divert-nothing.ts';
import { insertOf, noon, recordOf } from './record.ts';
import { type Sums, sumOf, sumsOf } from './sums.ts';

// A run takes about a third of a second.
const numRuns = Number(process.env.FAULT_RUNS ?? effort(12, 500));

let usage: Table;
let runs = 0;

beforeAll(async () => {
  usage = await emptyTable({ sortKey: true });
});

const knownCodes = [-32602, -32007, -32019];
const otherCodes = [-32022, 3, 0, Number.MIN_SAFE_INTEGER, undefined];

const call: fc.Arbitrary<CallCount> = fc
  .record({
    method: fc.constantFrom('getHealth', 'getSlot', 'made-up', 'eth_call', undefined),
    outcome: fc.constantFrom(...outcomes),
    code: fc.constantFrom(...knownCodes, ...otherCodes),
    count: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ code, ...one }) => ({ ...one, ...(one.outcome === 'rpc_error' && { errorCode: code }) }));

/** A batch of 100 calls with many methods: a few such batches have more attributes than one write may have. */
const wideCalls = fc.nat(1_000_000).map((seed): CallCount[] => {
  const random = seededRandom(seed);
  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const methods = [...solana.methods.keys()];
  return Array.from({ length: 100 }, () => ({ method: one(methods), outcome: one(outcomes) ?? 'ok', count: 1 }));
});

const record = fc
  .record({
    keyId: fc.constantFrom('one', 'one', 'two'),
    network: fc.constantFrom('mainnet', 'mainnet', 'devnet'),
    at: fc.constantFrom(0, 1, 59_999, 60_000, 3_600_000).map((after) => noon + after),
    durationMs: fc.oneof(fc.nat(40), fc.nat(30_000)),
    calls: fc.oneof(
      { weight: 1, arbitrary: fc.array(call, { minLength: 1, maxLength: 4 }) },
      { weight: 1, arbitrary: wideCalls },
    ),
  })
  .map(recordOf);

/** The next delivery to a process: how far back it starts, its length, its failing writes, and when it is killed. */
const delivery = fc.record({
  back: fc.nat(6),
  length: fc.integer({ min: 1, max: 20 }),
  faults: fc.array(fc.constantFrom('none' as const, 'none' as const, 'before' as const, 'after' as const), {
    maxLength: 8,
  }),
  killedAfter: fc.option(fc.nat(6), { nil: Number.POSITIVE_INFINITY }),
});
type Delivery = typeof delivery extends fc.Arbitrary<infer T> ? T : never;

const histories = fc.record({
  records: fc.array(record, { minLength: 1, maxLength: 24, size: 'max' }),
  deliveries: fc.array(fc.tuple(delivery, delivery), { maxLength: 6 }),
});

/** Usage for a process whose writes fail in turns, before or after they take effect, until it is killed. */
function failing({ faults, killedAfter }: Delivery, life: { isOver: boolean }): Table {
  let writes = 0;
  const update = async (request: Parameters<Table['update']>[0]): Promise<Item> => {
    life.isOver ||= writes >= killedAfter;
    const fault = faults[writes];
    writes += 1;
    if (life.isOver || fault === 'before') throw new Error('not written');
    const item = await usage.update(request);
    if (fault === 'after') throw new Error('answer lost');
    return item;
  };
  return { ...usage, update };
}

const run = (events: readonly unknown[], table: Table) =>
  tally(events, {
    usage: table,
    lastUsed: { note: async () => undefined },
    markDays: async () => [],
    divert: divertNothing,
    clock: () => noon,
    log: createLog('error', () => {}),
    emit: () => undefined,
    chains: networkChains,
  });

/** Delivers the records of a shard to two processes at a time, as if Lambda continued too early, and then the rest. */
async function deliverAll(events: readonly unknown[], first: number, deliveries: readonly (readonly Delivery[])[]) {
  const reached = [0, 0];
  const deliver = async (process: number, given: Delivery) => {
    const done = reached[process] ?? 0;
    const start = Math.max(0, done - given.back);
    const batch = events.slice(start, done + given.length);
    const life = { isOver: false };
    const failed = await run(batch, failing(given, life));
    if (life.isOver) return;
    const lowest = Math.min(start + batch.length, ...failed.map((number) => Number(number) - first));
    reached[process] = Math.max(done, lowest);
  };
  for (const both of deliveries) await Promise.all(both.map((given, process) => deliver(process, given)));
  const rest = events.slice(Math.min(...reached));
  if (rest.length > 0) expect(await run(rest, usage)).toEqual([]);
}

/** The expected counters, added up call by call, by sort key and name. */
function expectedOf(records: readonly RequestRecord[]): Sums {
  const amounts = records.flatMap(({ at, network, durationMs, calls }) => {
    const time = new Date(at).toISOString();
    const counters = [`minute#${time.slice(0, 16)}#${network}`, `hour#${time.slice(0, 13)}#${network}`];
    return counters.flatMap((sk) =>
      calls.flatMap(({ method, outcome, errorCode, count }) => {
        const name = method === undefined ? 'none' : solana.methods.has(method) ? method : 'other';
        const code = knownCodes.includes(errorCode ?? 0) ? errorCode : 'other';
        const all: [string, number][] = [[`${name} ${outcome}`, count]];
        if (outcome === 'rpc_error') all.push([`error ${code}`, count]);
        if (outcome === 'ok' || outcome === 'rpc_error') {
          all.push([`${name} ms`, count * durationMs], [`latency ${latencyBucket(durationMs)}`, count]);
        }
        return all.map(([what, amount]) => [`${sk} ${network} ${what}`, amount] as const);
      }),
    );
  });
  return sumOf(amounts);
}

const talliedOf = async (keyId: string): Promise<Sums> =>
  sumOf(
    (await Array.fromAsync(usage.query(keyId))).flatMap((counter) =>
      Object.entries(sumsOf([counter])).map(([what, amount]) => [`${counter.sk} ${what}`, amount] as const),
    ),
  );

test('every call counts once: by method, outcome, network, error code and time, and in the histogram', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ records, deliveries }) => {
      runs += 1;
      const first = 999_999_990;
      const keyOf = (keyId: string) => `${keyId}_${runs}`;
      const events = records.map((one, index) => insertOf({ ...one, keyId: keyOf(one.keyId) }, first + index));
      await deliverAll(events, first, deliveries);
      for (const keyId of ['one', 'two']) {
        expect(await talliedOf(keyOf(keyId))).toEqual(expectedOf(records.filter((one) => one.keyId === keyId)));
      }
    }),
    { numRuns, endOnFailure: true, ...(numRuns > 100 && { interruptAfterTimeLimit: 900_000 }) },
  );
});
