import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLog } from '../../src/log.ts';
import {
  type HistoryPosition,
  type HistoryRequest,
  queryHistory,
  type RecordFilter,
} from '../../src/records/history.ts';
import { type Outcome, outcomes } from '../../src/records/outcome.ts';
import { overallOutcome, writeRecord } from '../../src/records/record.ts';
import type { RequestRecord } from '../../src/records/record-schema.ts';
import { lowestRequestId } from '../../src/records/request-id.ts';
import type { Table } from '../../src/table/item-table.ts';
import type { QueryableTable } from '../../src/table/signed-table.ts';
import { computeDays } from '../../src/usage/compute-days.ts';
import { createMarkDays } from '../../src/usage/day-items.ts';
import { createLastUsed } from '../../src/usage/last-used.ts';
import { queryUsage, queryUsageByKey } from '../../src/usage/query-usage.ts';
import { querySplitUsage, splitBy, splitOrders } from '../../src/usage/split-usage.ts';
import { tally } from '../../src/usage/tally.ts';
import { type UsageRange, usageSpans } from '../../src/usage/usage-range.ts';
import type { CallFigures, MethodFigures, UsageFigures } from '../../src/usage/usage-report.ts';
import { emptyTable, emptyUsage } from '../support/dynamodb.ts';
import { effort } from '../support/effort.ts';
import { networkChains } from '../support/settings.ts';
import { divertNothing } from './divert-nothing.ts';
import { insertOf, noon, recordOf } from './record.ts';

const log = createLog('error');
const hour = 3_600_000;
let usage: QueryableTable;
let records: Table;
let runs = 0;

beforeAll(async () => {
  [usage, records] = await Promise.all([emptyUsage(), emptyTable({ sortKey: true })]);
});

/** Calls of a key over two midnights, often in the same minute. */
const request = fc.record({
  key: fc.constantFrom('one', 'two'),
  network: fc.constantFrom('mainnet', 'devnet'),
  at: fc
    .tuple(fc.constantFrom(0, 1, 11, 12, 13, 35, 36, 40), fc.constantFrom(0, 1, 59_999, 60_000, 3_599_999))
    .map(([hours, ms]) => noon - hours * hour - ms),
  durationMs: fc.oneof(fc.nat(60), fc.nat(30_000)),
  calls: fc.array(
    fc.record({
      method: fc.constantFrom('getHealth', 'getSlot', 'made-up', 'other', 'none', undefined),
      outcome: fc.constantFrom(...outcomes),
      count: fc.integer({ min: 1, max: 100 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

/** The stream's next delivery: how far back it starts, and the number of records. */
const delivery = fc.record({ back: fc.nat(6), length: fc.integer({ min: 1, max: 12 }) });

const scenarios = fc.record({
  requests: fc.array(request, { minLength: 1, maxLength: 30 }),
  deliveries: fc.array(delivery, { maxLength: 8 }),
  span: fc.constantFrom(...usageSpans),
  from: fc.integer({ min: -24 * hour, max: -1 }),
  length: fc.integer({ min: 1, max: 24 * hour }),
  late: fc.boolean(),
  /** True if the past days have been computed. */
  computed: fc.boolean(),
  limit: fc.constantFrom(1, 3, 100),
});

type Scenario = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;

/** Writes the records, and delivers all of them to the tally, with repetitions and overlaps. */
async function happen({ requests, deliveries }: Scenario, keyOf: (key: string) => string): Promise<void> {
  const made = requests.map(({ key, ...changes }, index) => {
    const requestId = lowestRequestId(changes.at).slice(0, -4) + String(index).padStart(4, '0');
    return recordOf({
      ...changes,
      accountId: `account_${runs}`,
      keyId: keyOf(key),
      requestId,
      outcome: overallOutcome(changes.calls),
    });
  });
  await Promise.all(made.map((record) => writeRecord(records, log, record, 7)));
  const events = made.map((record, index) => insertOf(record, 1_000 * runs + index));
  const lastUsed = createLastUsed(usage, log);
  const clock = () => noon;
  const markDays = createMarkDays(usage, clock, log);
  const parts = {
    usage,
    lastUsed,
    markDays,
    divert: divertNothing,
    clock,
    log,
    emit: () => undefined,
    chains: networkChains,
  };
  let reached = 0;
  for (const { back, length } of [...deliveries, { back: 3, length: events.length }]) {
    const start = Math.max(0, reached - back);
    const end = Math.min(events.length, reached + length);
    expect(await tally(events.slice(start, end), parts)).toEqual([]);
    reached = end;
  }
}

async function wholeHistory(keyIds: readonly string[], request: Omit<HistoryRequest, 'after'>) {
  const all: RequestRecord[] = [];
  for (const keyId of keyIds) {
    for (let after: HistoryPosition | undefined | null; after !== null; ) {
      const page = await queryHistory(records, keyId, { ...request, after }, networkChains, () => noon);
      all.push(...page.records);
      after = page.next;
    }
  }
  return all;
}

/** The single calls of records that match a filter. */
const callsOf = (history: readonly RequestRecord[], { method, outcome, network }: RecordFilter = {}) =>
  history
    .filter((record) => network === undefined || record.network === network)
    .flatMap(({ network: on, durationMs, calls }) =>
      calls
        .filter((call) => method === undefined || networkChains.tallyName(on, call.method) === method)
        .filter((call) => outcome === undefined || call.outcome === outcome)
        .flatMap((call) => Array.from({ length: call.count }, () => ({ outcome: call.outcome, durationMs }))),
    );

type Calls = readonly { outcome: Outcome; durationMs: number }[];

const answeredOf = (calls: Calls) => calls.filter(({ outcome }) => outcome === 'ok' || outcome === 'rpc_error');

function expectCalls(figures: CallFigures | undefined, calls: Calls) {
  expect(figures?.calls).toBe(calls.length);
  expect(figures?.errors).toBe(calls.filter(({ outcome }) => outcome !== 'ok').length);
  for (const outcome of outcomes) {
    expect(figures?.outcomes[outcome] ?? 0).toBe(calls.filter((call) => call.outcome === outcome).length);
  }
}

function expectMethod(figures: MethodFigures | undefined, calls: Calls) {
  expectCalls(figures, calls);
  const answered = answeredOf(calls);
  const milliseconds = answered.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const mean = answered.length > 0 ? Math.round((10 * milliseconds) / answered.length) / 10 : null;
  expect(figures?.meanLatency).toBe(mean);
}

function expectSum(figures: UsageFigures | undefined, calls: Calls) {
  expectCalls(figures, calls);
  const latencies = answeredOf(calls)
    .map(({ durationMs }) => durationMs)
    .toSorted((a, b) => a - b);
  if (latencies.length === 0) return expect(figures?.latency).toBeNull();
  for (const [name, percent] of [
    ['p50', 50],
    ['p95', 95],
    ['p99', 99],
  ] as const) {
    const exact = latencies.find((_, index) => (index + 1) * 100 >= percent * latencies.length) ?? Number.NaN;
    expect(Math.abs((figures?.latency?.[name] ?? Number.NaN) - exact)).toBeLessThanOrEqual(exact * 0.032);
  }
}

/** The usage of one key, and on each network, as seen by key. */
async function expectByKey(accountId: string, keyIds: readonly string[], range: UsageRange) {
  const between = { from: range.from, to: range.to, limit: 100 };
  for (const network of [undefined, 'mainnet', 'devnet', 'unknown']) {
    const asked = { accountId, ...range, network };
    const { keys, ...shown } = await queryUsageByKey(usage, asked, () => noon);
    expect(shown).toEqual(range);
    const used: string[] = [];
    for (const keyId of keyIds) {
      const calls = callsOf(await wholeHistory([keyId], { ...between, network }), { network });
      if (calls.length === 0) continue;
      used.push(keyId);
      expectSum(
        keys.find((key) => key.keyId === keyId),
        calls,
      );
      const { total } = await queryUsage(usage, { ...asked, keyId }, () => noon);
      expect(keys.find((key) => key.keyId === keyId)).toEqual({ keyId, ...total });
    }
    expect(keys.map(({ keyId }) => keyId).toSorted()).toEqual(used.toSorted());
    expect(keys.map(({ calls }) => calls)).toEqual(keys.map(({ calls }) => calls).toSorted((a, b) => b - a));
    const { total } = await queryUsage(usage, asked, () => noon);
    expect(keys.reduce((sum, { calls }) => sum + calls, 0)).toBe(total.calls);
    expect(sumOfCodes(keys)).toEqual(total.rpcErrorCodes);
  }
}

function sumOfCodes(keys: readonly UsageFigures[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { rpcErrorCodes } of keys) {
    for (const [code, count] of Object.entries(rpcErrorCodes)) sum[code] = (sum[code] ?? 0) + count;
  }
  return sum;
}

/** Calls of a key or of all keys, split: at each time, the parts and the others add up to all calls. */
async function expectSplit(accountId: string, keyIds: readonly string[], range: UsageRange, parts: number) {
  const keyId = keyIds.length === 1 ? keyIds[0] : undefined;
  const between = { from: range.from, to: range.to, limit: 100 };
  const history = await wholeHistory(keyIds, between);
  for (const by of splitBy) {
    for (const order of splitOrders) {
      const split = await querySplitUsage(usage, { accountId, keyId, ...range }, { by, order, parts }, () => noon);
      expect(split).toMatchObject({ ...range, by });
      const ends = [...split.at.slice(1), range.to];
      const shown = new Map(split.parts.map((part) => [part.id, part]));
      expect(shown.size).toBeLessThanOrEqual(parts);
      const sums = new Map<string, number>();
      for (const [index, at] of split.at.entries()) {
        const inIt = history.filter((record) => record.at >= at && record.at < (ends[index] ?? 0));
        const rest = { calls: 0, errors: 0 };
        const expected = new Map([...shown.keys()].map((id) => [id, { calls: 0, errors: 0 }]));
        for (const { keyId: key, network, calls } of inIt) {
          for (const { method, outcome, count } of calls) {
            const id = { key, network, method: networkChains.tallyName(network, method) }[by];
            const counts = { calls: count, errors: outcome === 'ok' ? 0 : count };
            const sum = expected.get(id) ?? rest;
            sum.calls += counts.calls;
            sum.errors += counts.errors;
            sums.set(id, (sums.get(id) ?? 0) + counts[order]);
          }
        }
        for (const [id, counts] of expected) {
          expect({ calls: shown.get(id)?.calls[index], errors: shown.get(id)?.errors[index] }).toEqual(counts);
        }
        const others = { calls: split.others?.calls[index] ?? 0, errors: split.others?.errors[index] ?? 0 };
        expect(others).toEqual(rest);
      }
      const largest = [...sums.values()].filter((sum) => sum > 0).toSorted((one, other) => other - one);
      expect(split.parts.map(({ id }) => sums.get(id))).toEqual(largest.slice(0, parts));
      expect(split.others?.count ?? 0).toBe(sums.size - shown.size);
    }
  }
}

describe('usage equals the sum of the history exactly', () => {
  test('in total, at each point, by method, network, outcome and key, with and without filters, for one and several keys', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, async (scenario) => {
        runs += 1;
        const run = runs;
        const keyOf = (key: string) => `${key}_${run}`;
        await happen(scenario, keyOf);
        const { span, from, length, late, computed, limit } = scenario;
        const clock = () => noon;
        if (computed) await computeDays({ usage, clock, deadline: noon + 1, log, emit: () => undefined });
        const start = noon + from - (late ? 0 : 23 * hour);
        for (const keyId of [keyOf('one'), undefined]) {
          const keyIds = keyId === undefined ? [keyOf('one'), keyOf('two')] : [keyId];
          const asked = { accountId: `account_${run}`, keyId, from: start, to: start + length, span };
          const { points, total, byMethod, byNetwork, ...range } = await queryUsage(usage, asked, () => noon);
          if (keyId === undefined) await expectByKey(asked.accountId, keyIds, range);
          await expectSplit(asked.accountId, keyIds, range, limit === 100 ? 20 : 1);
          const between = { from: range.from, to: range.to, limit };
          const history = await wholeHistory(keyIds, between);

          expectSum(total, callsOf(history));
          const ends = [...points.slice(1).map(({ at }) => at), range.to];
          for (const [index, point] of points.entries()) {
            const inIt = history.filter(({ at }) => at >= point.at && at < (ends[index] ?? 0));
            if (inIt.length > 0 || point.calls > 0) expectSum(point, callsOf(inIt));
          }

          const methods = new Set(
            history.flatMap(({ network, calls }) => calls.map((c) => networkChains.tallyName(network, c.method))),
          );
          expect(Object.keys(byMethod).toSorted()).toEqual([...methods].toSorted());
          for (const method of methods) {
            expectMethod(byMethod[method], callsOf(await wholeHistory(keyIds, { ...between, method }), { method }));
          }
          for (const network of ['mainnet', 'devnet']) {
            const calls = callsOf(await wholeHistory(keyIds, { ...between, network }), { network });
            if (calls.length > 0) expectSum(byNetwork[network], calls);
            else expect(byNetwork).not.toHaveProperty(network);
          }
          for (const outcome of ['ok', 'rate_limited'] as const) {
            const calls = callsOf(await wholeHistory(keyIds, { ...between, outcome }), { outcome });
            expect(total.outcomes[outcome] ?? 0).toBe(calls.length);
          }
        }
      }),
      { numRuns: effort(8, 200) },
    );
  });
});
