import { describe, expect, test } from '@jest/globals';
import type { Item } from '../../src/table/item-table.ts';
import type { TableReads } from '../../src/table/signed-table.ts';
import { dayMs, dayOf } from '../../src/time.ts';
import { dayKey, daysOfAccount } from '../../src/usage/day-items.ts';
import { queryUsage, queryUsageByKey } from '../../src/usage/query-usage.ts';
import { bytesPerToken, maxReportTokens, queriesPerToken, ReadMeter } from '../../src/usage/read-meter.ts';
import { noon } from './record.ts';

const accountId = 'account';
const pageBytes = 1_000_000;

/** The figures of a usual day: about a kilobyte. */
const figures = JSON.stringify({
  mainnet: {
    methods: Object.fromEntries(
      ['getSlot', 'getBalance', 'getAccountInfo', 'getBlock', 'sendTransaction'].map((method) => [
        method,
        { ok: 86_400, rpc_error: 12, milliseconds: 1_234_567 },
      ]),
    ),
    latencies: Array.from({ length: 80 }, (_, index) => 100 + index),
    errorCodes: { '-32602': 1 },
  },
});

/** A table in which keys of an account had calls on days: past days have figures. It counts the queries. */
function usageOf(keys: number, days: number) {
  const items = Array.from({ length: keys * days }, (_, index) => {
    const day = dayOf(noon - Math.floor(index / keys) * dayMs);
    const key = dayKey({ accountId, keyId: `key_${index % keys}`, day });
    return day === dayOf(noon) ? key : { ...key, figures };
  }).toSorted((one, other) => (one.sk < other.sk ? -1 : 1));
  const hours = Array.from({ length: 12 }, (_, hour) => ({
    sk: `hour#${dayOf(noon)}T${String(hour).padStart(2, '0')}#mainnet`,
    ...Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`latency#mainnet#${index}`, 3])),
  }));
  const sent = { queries: 0 };
  const usage: TableReads = {
    async *pages({ pk, from, to }) {
      const isAccount = pk === daysOfAccount(accountId, '', '').pk;
      const found = isAccount ? items.filter(({ sk }) => sk >= from && sk <= to) : hours;
      for (const page of pagesOf(found)) {
        sent.queries += 1;
        yield page;
      }
    },
    getAll: async (asked) => asked.flatMap(({ sk }) => items.filter((item) => item.sk === sk)),
  };
  return { usage, sent };
}

function pagesOf(items: readonly Item[]): Item[][] {
  const perPage = Math.floor(pageBytes / Math.max(100, JSON.stringify(items[0] ?? {}).length));
  const length = Math.max(1, Math.ceil(items.length / perPage));
  return Array.from({ length }, (_, page) => items.slice(page * perPage, (page + 1) * perPage));
}

const year = { accountId, from: noon - 364 * dayMs, to: noon, span: 'day' } as const;
const today = { accountId, from: noon - dayMs / 4, to: noon, span: 'hour' } as const;

describe('the tokens of a report', () => {
  test('are at most 20 for a year of 20 keys', async () => {
    const meter = new ReadMeter();
    const { points } = await queryUsage(usageOf(20, 365).usage, year, () => noon, meter);
    expect(points[0]?.calls).toBeGreaterThan(0);
    expect(meter.tokens).toBeGreaterThan(10);
    expect(meter.tokens).toBeLessThanOrEqual(20);
  });

  test('are one for a report that reads next to nothing', async () => {
    const meter = new ReadMeter();
    await queryUsage(usageOf(3, 1).usage, today, () => noon, meter);
    expect(meter.tokens).toBe(1);
  });

  test.each([5_000, 15_000])('do not pay for %d keys with calls today: none of them is read', async (keys) => {
    const { usage, sent } = usageOf(keys, 1);
    await expect(queryUsageByKey(usage, today, () => noon)).rejects.toMatchObject({ code: 'invalid_range' });
    expect(sent.queries).toBeLessThan(queriesPerToken);
  });

  test('end a report by days while it reads, and bound what is read until then', async () => {
    const { usage, sent } = usageOf(200, 300);
    await expect(queryUsage(usage, year, () => noon)).rejects.toMatchObject({
      code: 'invalid_range',
      message: expect.stringMatching(/more keys or tallies.*a shorter range, for longer spans, or for one key/),
    });
    // 16 queries run at the same time; the last page of each may be short.
    expect(sent.queries).toBeLessThanOrEqual(Math.ceil((maxReportTokens * bytesPerToken) / pageBytes) + 2 * 16);
  });

  test('count an item of which only a part is read as a whole', async () => {
    const [parts, whole] = [new ReadMeter(), new ReadMeter()];
    const { usage } = usageOf(20, 31);
    const month = { accountId, from: noon - 30 * dayMs, to: noon - dayMs } as const;
    await parts
      .reads(usage)
      .pages({ ...daysOfAccount(accountId, dayOf(month.from), dayOf(month.to)), attributes: ['sk'] })
      .next();
    await queryUsage(usage, { ...month, span: 'day' }, () => noon, whole);
    expect(whole.tokens - parts.tokens).toBeLessThanOrEqual(1);
  });
});
