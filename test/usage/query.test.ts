import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLog } from '../../src/log.ts';
import type { RequestRecord } from '../../src/records/record.ts';
import type { Table } from '../../src/table/table.ts';
import { queryUsage, type UsageRequest } from '../../src/usage/query.ts';
import type { UsageReport } from '../../src/usage/report.ts';
import { tally } from '../../src/usage/tally.ts';
import { emptyTable } from '../support/dynamodb.ts';
import { divertNothing } from './divert-nothing.ts';
import { insertOf, noon, recordOf } from './record.ts';

const minute = 60_000;
const hour = 3_600_000;
const day = 86_400_000;
let usage: Table;
let keys = 0;
let sequence = 0;
let keyId: string;

beforeAll(async () => {
  usage = await emptyTable({ sortKey: true });
});

beforeEach(() => {
  keys += 1;
  keyId = `key_${keys}`;
});

async function happened(...records: Partial<RequestRecord>[]): Promise<void> {
  const events = records.map((record) => {
    sequence += 1;
    return insertOf(recordOf({ keyId, ...record }), sequence);
  });
  const lastUsed = { note: async () => undefined };
  const parts = { usage, lastUsed, divert: divertNothing, clock: () => noon, log: createLog('error'), emit: () => {} };
  const failed = await tally(events, parts);
  expect(failed).toEqual([]);
}

const ask = (request: Partial<UsageRequest> = {}, now = noon): Promise<UsageReport> =>
  queryUsage(usage, { keyIds: [keyId], from: noon - hour, to: noon + hour, span: 'hour', ...request }, () => now);

const nothing = { calls: 0, errors: 0, outcomes: {}, latency: null };
const callsOf = ({ points }: UsageReport) => points.map(({ calls }) => calls);

describe('a report of usage', () => {
  test('has zeros for every span without a call, and names no method or network', async () => {
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

  test('adds calls up by time, outcome, method and network, with their latency', async () => {
    await happened(
      { at: noon - 1, durationMs: 10, calls: [{ method: 'getSlot', outcome: 'ok', count: 3 }] },
      { at: noon, durationMs: 20, network: 'mainnet', calls: [{ method: 'getSlot', outcome: 'rpc_error', count: 1 }] },
      { at: noon + 1, durationMs: 5, calls: [{ method: 'made-up', outcome: 'rate_limited', count: 2 }] },
      { at: noon + 2, durationMs: 5, calls: [{ outcome: 'key_revoked', count: 1 }] },
    );
    const ok = { calls: 3, errors: 0, outcomes: { ok: 3 }, latency: { p50: 10, p95: 10, p99: 10 } };
    const failed = { calls: 1, errors: 1, outcomes: { rpc_error: 1 }, latency: { p50: 20, p95: 20, p99: 20 } };
    const limited = { calls: 2, errors: 2, outcomes: { rate_limited: 2 }, latency: null };
    const revoked = { calls: 1, errors: 1, outcomes: { key_revoked: 1 }, latency: null };
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
        getSlot: { ...ok, calls: 4, errors: 1, outcomes: { ok: 3, rpc_error: 1 }, latency: null },
        other: limited,
        none: revoked,
      },
      byNetwork: {
        devnet: { ...ok, calls: 6, errors: 3, outcomes: { ok: 3, rate_limited: 2, key_revoked: 1 } },
        mainnet: failed,
      },
    });
  });

  test('of minutes over midnight has each minute, those without a call too', async () => {
    const midnight = Date.UTC(2026, 10, 20);
    await happened({ at: midnight - 1 }, { at: midnight }, { at: midnight + 59_999 }, { at: midnight + minute });
    const report = await ask({ span: 'minute', from: midnight - 2 * minute, to: midnight + 3 * minute });
    expect(callsOf(report)).toEqual([0, 1, 2, 1, 0]);
    expect(report.points[1]?.at).toBe(midnight - minute);
    expect(report.total.calls).toBe(4);
  });

  test('of days adds the hours of each UTC day up, over the end of a month', async () => {
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

  test('covers whole spans, and says which', async () => {
    await happened({ at: noon }, { at: noon + hour - 1 });
    const report = await ask({ from: noon + 10, to: noon + 20 });
    expect(report).toMatchObject({ from: noon, to: noon + hour, total: { calls: 2 } });
  });

  test('holds nothing from outside its range, of whatever span', async () => {
    await happened({ at: noon - 1 }, { at: noon }, { at: noon + hour - 1 }, { at: noon + hour });
    for (const [span, calls] of [
      ['minute', 2],
      ['hour', 2],
      ['day', 4],
    ] as const) {
      expect((await ask({ span, from: noon, to: noon + hour })).total.calls).toBe(calls);
    }
  });

  test('is of the keys asked for, together, and of no other', async () => {
    await happened({}, { keyId: `${keyId}b` }, { keyId: `${keyId}b`, at: noon - 1 }, { keyId: `${keyId}c` });
    expect(callsOf(await ask())).toEqual([0, 1]);
    expect(callsOf(await ask({ keyIds: [keyId, `${keyId}b`, `${keyId}d`] }))).toEqual([1, 2]);
    expect((await ask({ keyIds: [] })).total).toEqual(nothing);
  });

  test('does not depend on which key’s counters come first', async () => {
    await happened(
      { keyId: `${keyId}b`, calls: [{ method: 'getSlot', outcome: 'ok', count: 1 }] },
      { network: 'mainnet' },
    );
    const reports = [await ask({ keyIds: [keyId, `${keyId}b`] }), await ask({ keyIds: [`${keyId}b`, keyId] })];
    expect(JSON.stringify(reports[0])).toBe(JSON.stringify(reports[1]));
    expect(Object.keys(reports[0]?.byMethod ?? {})).toEqual(['getHealth', 'getSlot']);
  });

  test('of the most points there may be has each of them', async () => {
    await happened({ at: noon - 1_500 * minute }, { at: noon - 1 });
    const report = await ask({ span: 'minute', from: noon - 1_500 * minute, to: noon });
    expect(report.points).toHaveLength(1_500);
    expect([report.points.at(0)?.calls, report.points.at(-1)?.calls, report.total.calls]).toEqual([1, 1, 2]);
  });

  test('is refused for a range that cannot be asked for, before anything is read', async () => {
    const unread: Table = {
      ...usage,
      queryRange: () => {
        throw new Error('read');
      },
    };
    const request = { keyIds: [keyId], from: noon, to: noon, span: 'hour' as const };
    await expect(queryUsage(unread, request, () => noon)).rejects.toMatchObject({ code: 'invalid_range' });
  });

  test('fails when a table fails, and is never a part of the whole', async () => {
    let reads = 0;
    const failing: Table = {
      ...usage,
      queryRange: (range) => {
        reads += 1;
        if (reads === 2) throw new Error('down');
        return usage.queryRange(range);
      },
    };
    const request = { keyIds: [keyId, 'b', 'c'], from: noon - hour, to: noon, span: 'hour' as const };
    await expect(queryUsage(failing, request, () => noon)).rejects.toThrow('down');
  });
});
