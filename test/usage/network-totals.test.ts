import { beforeEach, describe, expect, test } from '@jest/globals';
import { createLog } from '../../src/log.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import type { Item } from '../../src/table/item-table.ts';
import type { QueryableTable } from '../../src/table/signed-table.ts';
import { dayMs } from '../../src/time.ts';
import { readCallSummary } from '../../src/usage/call-summary.ts';
import { computeDays } from '../../src/usage/compute-days.ts';
import { createMarkDays } from '../../src/usage/day-items.ts';
import { sumNetworkDays } from '../../src/usage/network-totals.ts';
import { queryUsage } from '../../src/usage/query-usage.ts';
import { tally } from '../../src/usage/tally.ts';
import { emptyUsage } from '../support/dynamodb.ts';
import { networkChains } from '../support/settings.ts';
import { divertNothing } from './divert-nothing.ts';
import { insertOf, noon, recordOf } from './record.ts';

// What the status page says of calls, from records on: the tally counts them, and usage-days adds up.

const log = createLog('error', () => undefined);
let usage: QueryableTable;
let now: number;
let sequence: number;

beforeEach(async () => {
  usage = await emptyUsage();
  now = noon;
  sequence = 0;
});

async function count(...records: readonly Partial<RequestRecord>[]): Promise<void> {
  const events = records.map((record) => {
    sequence += 1;
    return insertOf(recordOf({ at: now, ...record }), sequence, { createdAt: now });
  });
  await tally(events, {
    usage,
    lastUsed: { note: async () => undefined },
    markDays: createMarkDays(usage, () => now, log),
    divert: divertNothing,
    clock: () => now,
    log,
    emit: () => undefined,
    chains: networkChains,
  });
}

/** A run of usage-days, as its handler does it. */
async function runJob(accountIds: readonly string[], deadline = now + 60_000, put = usage.put) {
  async function* accounts() {
    yield accountIds.map((accountId) => ({ accountId }));
  }
  const run = { usage: { ...usage, put }, accounts, clock: () => now, deadline, log, emit: () => undefined };
  if (await computeDays(run)) await sumNetworkDays(run);
}

const outcome = (name: RequestRecord['outcome'], durationMs: number, calls = 1, network = 'mainnet') => ({
  network,
  durationMs,
  outcome: name,
  calls: [{ method: 'getSlot', outcome: name, count: calls }],
});

describe('the summary of calls', () => {
  test('is not there before the first night', async () => {
    await count(outcome('ok', 10));
    expect(await readCallSummary(usage)).toBeUndefined();
  });

  test('has the percentiles of the usage reports, over all accounts, and the rate of failures that are ours', async () => {
    await count(
      ...Array.from({ length: 60 }, (_, index) => outcome('ok', 10 + 7 * index)),
      outcome('rpc_error', 400, 4),
      outcome('upstream_error', 900, 3),
      outcome('upstream_timeout', 5_000, 1),
      outcome('rate_limited', 1, 50),
      outcome('invalid_request', 1, 9),
      outcome('ok', 30, 2, 'devnet'),
    );
    now += dayMs;
    await runJob(['acme', 'nobody']);
    const report = await queryUsage(
      usage,
      { accountId: 'acme', from: noon - dayMs, to: now, span: 'day', network: 'mainnet' },
      () => now,
    );
    const summary = await readCallSummary(usage);
    expect(summary).toMatchObject({ from: '2026-11-20', to: '2026-11-20' });
    expect(summary?.networks.get('mainnet')).toEqual({ latency: report.total.latency, errorRate: 4 / (60 + 4 + 4) });
    expect(summary?.networks.get('devnet')).toEqual({ latency: { p50: 30, p95: 30, p99: 30 }, errorRate: 0 });
  });

  test('adds accounts together, and the days of a month', async () => {
    await count({ ...outcome('ok', 10, 9), accountId: 'one', keyId: 'key_one' });
    now += dayMs;
    await count({ ...outcome('upstream_error', 10, 1), accountId: 'two', keyId: 'key_two' });
    now += dayMs;
    await runJob(['one', 'two']);
    expect((await readCallSummary(usage))?.networks.get('mainnet')?.errorRate).toBe(0.1);
    now += 29 * dayMs;
    await runJob(['one', 'two']);
    const later = await readCallSummary(usage);
    expect([later?.from, later?.to]).toEqual(['2026-11-21', '2026-12-20']);
    expect(later?.networks.get('mainnet')?.errorRate).toBe(1);
  });

  test('follows records that come late, also if the run after them is killed', async () => {
    await count(outcome('ok', 10, 1));
    now += dayMs;
    await runJob(['acme']);
    expect((await readCallSummary(usage))?.networks.get('mainnet')?.errorRate).toBe(0);
    await count({ ...outcome('internal_error', 10, 1), at: noon });
    // The day is computed, but its total is not added up.
    await computeDays({ usage, clock: () => now, deadline: now + 1, log, emit: () => undefined });
    await runJob(['acme']);
    expect((await readCallSummary(usage))?.networks.get('mainnet')?.errorRate).toBe(0.5);
  });

  test('is written when something has changed, and not in each run; a run that could not write it is made up for', async () => {
    const puts: Item[] = [];
    const countPut = async (item: Item) => {
      puts.push(item);
      await usage.put(item);
    };
    const fail = () => Promise.reject(new Error('throttled'));
    await count(outcome('ok', 10, 1));
    now += dayMs;
    for (let runs = 0; runs < 3; runs += 1) await runJob(['acme'], now + 60_000, countPut);
    expect(puts).toHaveLength(1);
    await count({ ...outcome('internal_error', 10, 1), at: noon });
    await expect(runJob(['acme'], now + 60_000, fail)).rejects.toThrow('throttled');
    for (let runs = 0; runs < 3; runs += 1) await runJob(['acme'], now + 60_000, countPut);
    expect(puts).toHaveLength(2);
    expect((await readCallSummary(usage))?.networks.get('mainnet')?.errorRate).toBe(0.5);
    now += dayMs;
    await runJob(['acme'], now + 60_000, countPut);
    expect(puts).toHaveLength(3);
  });

  test('is as it was if the time is over', async () => {
    await count(outcome('ok', 10, 1));
    now += dayMs;
    await expect(runJob(['acme'], now)).resolves.toBeUndefined();
    expect(await readCallSummary(usage)).toBeUndefined();
  });

  test('says nothing of networks without calls, on a new instance', async () => {
    await runJob([]);
    expect(await readCallSummary(usage)).toEqual({ from: '2026-11-19', to: '2026-11-19', networks: new Map() });
  });
});
