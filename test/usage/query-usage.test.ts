import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLog } from '../../src/log.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import type { QueryableTable } from '../../src/table/signed-table.ts';
import { createMarkDays } from '../../src/usage/day-items.ts';
import { queryUsage, type UsageRequest } from '../../src/usage/query-usage.ts';
import { tally } from '../../src/usage/tally.ts';
import type { UsageReport } from '../../src/usage/usage-report.ts';
import { emptyUsage } from '../support/dynamodb.ts';
import { networkChains } from '../support/settings.ts';
import { divertNothing } from './divert-nothing.ts';
import { insertOf, noon, recordOf } from './record.ts';

const minute = 60_000;
const hour = 3_600_000;
const day = 86_400_000;
let usage: QueryableTable;
let keys = 0;
let sequence = 0;
let keyId: string;
let accountId: string;

beforeAll(async () => {
  usage = await emptyUsage();
});

beforeEach(() => {
  keys += 1;
  keyId = `key_${keys}`;
  accountId = `account_${keys}`;
});

async function happened(...records: Partial<RequestRecord>[]): Promise<void> {
  const events = records.map((record) => {
    sequence += 1;
    return insertOf(recordOf({ keyId, accountId, ...record }), sequence);
  });
  const lastUsed = { note: async () => undefined };
  const [clock, log] = [() => noon, createLog('error')];
  const markDays = createMarkDays(usage, clock, log);
  const failed = await tally(events, {
    usage,
    lastUsed,
    markDays,
    divert: divertNothing,
    clock,
    log,
    emit: () => {},
    chains: networkChains,
  });
  expect(failed).toEqual([]);
}

const ask = (request: Partial<UsageRequest> = {}, now = noon): Promise<UsageReport> =>
  queryUsage(usage, { accountId, keyId, from: noon - hour, to: noon + hour, span: 'hour', ...request }, () => now);

/** All keys of the account together. */
const ofAll = { keyId: undefined };

const nothing = { calls: 0, errors: 0, outcomes: {}, latency: null, rpcErrorCodes: {} };
const callsOf = ({ points }: UsageReport) => points.map(({ calls }) => calls);

describe('a report of usage', () => {
  test('has zeros for spans without calls, and no method or network', async () => {
    expect(await ask()).toEqual({
      from: noon - hour,
      to: noon + hour,
      span: 'hour',
      points: [
        { at: noon - hour, ...nothing },
        { at: noon, ...nothing },
      ],
      total: nothing,
      byMethod: {},
      byNetwork: {},
    });
  });

  test('adds up calls by time, outcome, method and network, with their latency', async () => {
    await happened(
      { at: noon - 1, durationMs: 10, calls: [{ method: 'getSlot', outcome: 'ok', count: 3 }] },
      { at: noon, durationMs: 20, network: 'mainnet', calls: [{ method: 'getSlot', outcome: 'rpc_error', count: 1 }] },
      { at: noon + 1, durationMs: 5, calls: [{ method: 'made-up', outcome: 'rate_limited', count: 2 }] },
      { at: noon + 2, durationMs: 5, calls: [{ outcome: 'key_revoked', count: 1 }] },
    );
    const ok = { calls: 3, errors: 0, outcomes: { ok: 3 }, latency: { p50: 10, p95: 10, p99: 10 } };
    const failed = { calls: 1, errors: 1, outcomes: { rpc_error: 1 }, latency: { p50: 20, p95: 20, p99: 20 } };
    expect(await ask()).toMatchObject({
      points: [
        { at: noon - hour, ...ok },
        { at: noon, ...failed, calls: 4, errors: 4, outcomes: { rpc_error: 1, rate_limited: 2, key_revoked: 1 } },
      ],
      total: {
        calls: 7,
        errors: 4,
        outcomes: { ok: 3, rpc_error: 1, rate_limited: 2, key_revoked: 1 },
        latency: { p50: 10, p95: 20, p99: 20 },
      },
      byMethod: {
        getSlot: { calls: 4, errors: 1, outcomes: { ok: 3, rpc_error: 1 }, meanLatency: (3 * 10 + 20) / 4 },
        other: { calls: 2, errors: 2, outcomes: { rate_limited: 2 }, meanLatency: null },
        none: { calls: 1, errors: 1, outcomes: { key_revoked: 1 }, meanLatency: null },
      },
      byNetwork: {
        devnet: { ...ok, calls: 6, errors: 3, outcomes: { ok: 3, rate_limited: 2, key_revoked: 1 } },
        mainnet: failed,
      },
    });
  });

  test('of minutes over midnight has every minute, including those without calls', async () => {
    const midnight = Date.UTC(2026, 10, 20);
    await happened({ at: midnight - 1 }, { at: midnight }, { at: midnight + 59_999 }, { at: midnight + minute });
    const report = await ask({ span: 'minute', from: midnight - 2 * minute, to: midnight + 3 * minute });
    expect(callsOf(report)).toEqual([0, 1, 2, 1, 0]);
    expect(report.points[1]?.at).toBe(midnight - minute);
    expect(report.total.calls).toBe(4);
  });

  test('of days adds up the hours of each UTC day, over the end of a month', async () => {
    const start = Date.UTC(2026, 9, 30);
    await happened(
      { at: start },
      { at: start + day - 1 },
      { at: start + day },
      ...Array.from({ length: 24 }, (_, n) => ({ at: start + 2 * day + n * hour })),
      { at: start + 3 * day },
    );
    const report = await ask({ span: 'day', from: start, to: start + 3 * day });
    expect(report.points.map(({ at, calls }) => [new Date(at).toISOString().slice(0, 10), calls])).toEqual([
      ['2026-10-30', 2],
      ['2026-10-31', 1],
      ['2026-11-01', 24],
    ]);
    expect(report.total.calls).toBe(27);
  });

  test('covers whole spans, and states them', async () => {
    await happened({ at: noon }, { at: noon + hour - 1 });
    const report = await ask({ from: noon + 10, to: noon + 20 });
    expect(report).toMatchObject({ from: noon, to: noon + hour, total: { calls: 2 } });
  });

  test('contains nothing from outside its range, for every span', async () => {
    await happened({ at: noon - 1 }, { at: noon }, { at: noon + hour - 1 }, { at: noon + hour });
    for (const [span, calls] of [
      ['minute', 2],
      ['hour', 2],
      ['day', 4],
    ] as const) {
      expect((await ask({ span, from: noon, to: noon + hour })).total.calls).toBe(calls);
    }
  });

  test('is of one key or of all keys of the account, and of no other key', async () => {
    await happened({}, { keyId: `${keyId}b` }, { keyId: `${keyId}b`, at: noon - 1 });
    await happened({ accountId: `${accountId}b`, keyId: `${keyId}c` });
    expect(callsOf(await ask())).toEqual([0, 1]);
    expect(callsOf(await ask({ keyId: `${keyId}b` }))).toEqual([1, 1]);
    for (const [span, calls] of [
      ['minute', 3],
      ['hour', 3],
      ['day', 3],
    ] as const) {
      expect((await ask({ ...ofAll, span, from: noon - hour, to: noon + hour })).total.calls).toBe(calls);
    }
    expect((await ask({ ...ofAll, accountId: `${accountId}c` })).total).toEqual(nothing);
  });

  test('does not depend on the order of the keys', async () => {
    await happened(
      { keyId: `${keyId}b`, calls: [{ method: 'getSlot', outcome: 'ok', count: 1 }] },
      { network: 'mainnet' },
    );
    const report = await ask(ofAll);
    expect(Object.keys(report.byMethod)).toEqual(['getHealth', 'getSlot']);
    expect(Object.keys(report.byNetwork)).toEqual(['devnet', 'mainnet']);
  });

  test('of an account does not read keys without calls in the range', async () => {
    await happened({}, { keyId: `${keyId}b`, at: noon - day }, { keyId: `${keyId}c`, at: noon - 3 * day });
    const read: string[] = [];
    const watched: QueryableTable = {
      ...usage,
      pages: (range) => {
        read.push(range.pk);
        return usage.pages(range);
      },
    };
    const request = { accountId, from: noon - day, to: noon, span: 'hour' } as const;
    expect((await queryUsage(watched, request, () => noon)).total.calls).toBe(1);
    expect([...new Set(read)].toSorted()).toEqual([`ACCOUNT#${accountId}`, keyId, `${keyId}b`].toSorted());
  });

  test('of the maximum number of points has all of them', async () => {
    await happened({ at: noon - 1_500 * minute }, { at: noon - 1 });
    const report = await ask({ span: 'minute', from: noon - 1_500 * minute, to: noon });
    expect(report.points).toHaveLength(1_500);
    expect([report.points.at(0)?.calls, report.points.at(-1)?.calls, report.total.calls]).toEqual([1, 1, 2]);
  });

  test('rejects an invalid range before anything is read', async () => {
    const unread = () => {
      throw new Error('read');
    };
    const request = { accountId, from: noon, to: noon, span: 'hour' as const };
    const table = { pages: unread, getAll: unread };
    await expect(queryUsage(table, request, () => noon)).rejects.toMatchObject({ code: 'invalid_range' });
  });

  test('fails if the table fails, and is never incomplete', async () => {
    await happened({}, { keyId: `${keyId}b` }, { keyId: `${keyId}c` });
    let reads = 0;
    const failing: QueryableTable = {
      ...usage,
      pages: (range) => {
        reads += 1;
        if (reads === 3) throw new Error('down');
        return usage.pages(range);
      },
    };
    const request = { accountId, from: noon - hour, to: noon + hour, span: 'hour' as const };
    await expect(queryUsage(failing, request, () => noon)).rejects.toThrow('down');
  });
});
