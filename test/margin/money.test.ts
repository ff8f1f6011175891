import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NodePrices } from '../../src/cost/node-prices.ts';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import { createLog } from '../../src/log.ts';
import type { Network } from '../../src/network.ts';
import type { Item } from '../../src/table/item-table.ts';
import type { QueryRange } from '../../src/table/signed-table.ts';
import { dayMs, dayOf } from '../../src/time.ts';
import { computeDays } from '../../src/usage/compute-days.ts';
import { DayCostSum, type DayCosts, readDayCosts } from '../../src/usage/day-costs.ts';
import { dayKey, markDueUpdate } from '../../src/usage/day-items.ts';
import { call } from '../json-rpc/gateway.ts';
import { answer, makeSteppedGateway, type Node, well } from '../json-rpc/stepped-gateway.ts';
import { networkChains } from '../support/settings.ts';
import { MemoryUsage } from '../usage/days/memory-usage.ts';

// What a day costs equals what its nodes were asked, to the unit: over random histories of faults, refused early
// forwards, batches and killed processes, and however often and late the job that adds up runs.

const urls = ['http://node-0.invalid/', 'http://node-1.invalid/', 'http://node-2.invalid/'];

/** The last node has no cost. */
const network: Network = {
  network: 'devnet',
  chain: 'solana',
  path: '/devnet',
  upstreams: [
    {
      url: urls[0] ?? '',
      cost: { dollarsPerMillionCredits: 0.5, creditsOf: { getProgramAccounts: 100, accounts: 3 } },
    },
    { url: urls[1] ?? '', cost: { dollarsPerMillionCredits: 2, credits: 0.1, alsoCharged: ['refused'] } },
    { url: urls[2] ?? '' },
  ],
};

/** Millionths of a millionth of a dollar, written down here by hand: by node and method. */
const prices: Readonly<Record<string, number>> = {
  '0 getProgramAccounts': 50_000_000,
  '0 getBalance': 1_500_000,
  '0 getSlot': 500_000,
  '0 myMethod': 500_000,
  '1 getProgramAccounts': 200_000,
  '1 getBalance': 200_000,
  '1 getSlot': 200_000,
  '1 myMethod': 200_000,
};

const faults = ['none', 'none', 'none', 'silent', 'unreachable', 'overloaded', 'throttled'] as const;
type Fault = (typeof faults)[number];

const outcomes: Readonly<Record<Fault, (body: string, url: string) => ReturnType<Node>>> = {
  none: well,
  silent: () => new NoAnswerError('timeout'),
  unreachable: () => new NoAnswerError('unreachable', { sent: false }),
  overloaded: () => answer('{}', 503),
  throttled: () => answer('{}', 429),
};

const step = fc.record({
  methods: fc.array(fc.constantFrom('getSlot', 'getBalance', 'getProgramAccounts', 'sendTransaction', 'myMethod'), {
    minLength: 1,
    maxLength: 4,
  }),
  faults: fc.tuple(fc.constantFrom(...faults), fc.constantFrom(...faults), fc.constantFrom(...faults)),
  otherCalls: fc.constantFrom(0, 0, 4, 6),
  waitMs: fc.constantFrom(0, 1_000, 1_000, 15_000),
  isKilled: fc.constantFrom(false, false, false, false, true),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A call that a node was sent. */
type Asked = { readonly method: string; readonly node: number; readonly end: Fault | 'cancelled'; inFlight: boolean };

const tallyName = (method: string): string => (method === 'myMethod' ? 'other' : method);

/** Plays a history: what nodes were asked, and the records that were written. */
async function play(steps: readonly Step[]) {
  const asked: (Omit<Asked, 'end'> & { fault: Fault; sent: number })[] = [];
  let current: Step['faults'] = ['none', 'none', 'none'];
  const gateway = makeSteppedGateway({
    callsPerSecond: 6,
    upstreams: 3,
    node: (body, url) => outcomes[current[urls.indexOf(url)] ?? 'none'](body, url),
    beforeAnswering: async ({ url, body }) => {
      const node = urls.indexOf(url.href);
      const sent = gateway.sent.length - 1;
      for (const [, method = ''] of body.matchAll(/"method":"(\w+)"/g)) {
        if (method !== 'getHealth') asked.push({ method, node, fault: current[node] ?? 'none', sent, inFlight: false });
      }
    },
  });
  const lost = new Set<Item>();
  for (const [index, { methods, otherCalls, waitMs, isKilled, faults: now }] of [...steps, ...flush].entries()) {
    gateway.time.now += waitMs;
    current = now;
    if (otherCalls > 0) await gateway.countInOtherProcess(otherCalls).catch(() => undefined);
    const [before, written] = [asked.length, gateway.records().length];
    const calls = methods.map((method, position) => call(index * 10 + position, method));
    await gateway.serve(calls.length > 1 ? `[${calls.join(',')}]` : (calls[0] ?? ''));
    if (!isKilled) continue;
    for (const record of gateway.records().slice(written)) lost.add(record);
    for (const one of asked.slice(before)) one.inFlight = true;
  }
  const all = asked.map(({ fault, sent, ...one }): Asked => {
    return { ...one, end: gateway.sent[sent]?.cancelled ? 'cancelled' : fault };
  });
  return {
    asked: all.filter(({ end }) => end !== 'unreachable'),
    records: gateway.records().filter((record) => !lost.has(record)),
    lost: [...lost],
  };
}

/** Refusals that wait to be summed up are written by later requests. */
const flush: readonly Step[] = [1, 2].map(() => ({
  methods: ['getSlot'],
  faults: ['none', 'none', 'none'],
  otherCalls: 0,
  waitMs: 15_000,
  isKilled: false,
}));

const letters = { none: 'a', silent: 'u', overloaded: 'f', throttled: 'r', cancelled: 'c', unreachable: '' };

/** By method, what calls cost and how often they were sent: the tries of each node and how they ended. */
function expectedCosts(asked: readonly Asked[], codes: readonly string[]) {
  const sums: Record<string, { picodollars: number; unpriced: number; tries: Record<string, number> }> = {};
  for (const { method, node, end } of asked) {
    const name = tallyName(method);
    const sum = sums[name] ?? { picodollars: 0, unpriced: 0, tries: {} };
    sums[name] = sum;
    const text = `${codes[node]}${letters[end]}`;
    sum.tries[text] = (sum.tries[text] ?? 0) + 1;
    const isCharged = end !== 'overloaded' && (end !== 'throttled' || node === 1);
    const price = method === 'sendTransaction' ? [500_000, 200_000][node] : prices[`${node} ${method}`];
    if (node === 2) sum.unpriced += 1;
    else if (isCharged) sum.picodollars += price ?? 0;
  }
  return sums;
}

const keyDay = { accountId: 'acc_1', keyId: 'key_1', day: '2026-11-20' };

/** Marks the day and adds it up, in as many runs as it takes. */
async function addUp(usage: MemoryUsage, records: readonly Item[], reads: { count: number; perRun: number }) {
  await usage.update(markDueUpdate(keyDay));
  const pages = async function* ({ pk, from, to }: QueryRange) {
    const found = records
      .filter((item) => item.pk === pk && String(item.sk) >= from && String(item.sk) <= to)
      .toSorted((one, other) => (String(one.sk) < String(other.sk) ? -1 : 1));
    for (let start = 0; start < found.length; start += 3) {
      reads.count += 1;
      yield found.slice(start, start + 3);
    }
  };
  const costs = { records: { pages }, prices: new NodePrices([network]), chains: networkChains };
  const log = createLog('error', () => undefined);
  const now = Date.parse(`${keyDay.day}T00:00:00Z`) + dayMs + 3_600_000;
  for (let run = 0; (await usage.get(dayKey(keyDay)))?.due !== undefined; run += 1) {
    if (run > 200) throw new Error('the job does not end');
    const before = reads.count;
    const clock = () => now + (reads.count - before >= reads.perRun ? 10 : 0);
    await computeDays({ usage, costs, clock, deadline: now + 5, log, emit: () => undefined });
  }
  return readDayCosts((await usage.get(dayKey(keyDay)))?.costs).devnet ?? {};
}

const codesOf = async (): Promise<string[]> => {
  const { shortCode } = await import('../../src/short-code.ts');
  return urls.map(shortCode);
};

const triesIn = (costs: Readonly<Record<string, Pick<DayCosts[string][string], 'tries'>>>): number =>
  Object.values(costs).reduce((sum, { tries }) => sum + Object.values(tries).reduce((all, one) => all + one, 0), 0);

function triesOfRecords(records: readonly Item[]): number {
  const sum = new DayCostSum(new NodePrices([network]), networkChains);
  for (const record of records) sum.add(record);
  return triesIn(sum.toJSON().devnet ?? {});
}

describe('the node costs of a day', () => {
  test('equal what nodes were asked; with killed processes, they lack at most the calls in flight', async () => {
    const codes = await codesOf();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.integer({ min: 1, max: 4 }), async (steps, perRun) => {
        const { asked, records, lost } = await play(steps);
        const usage = new MemoryUsage();
        const costs = await addUp(usage, records, { count: 0, perRun });
        if (lost.length === 0) expect(costs).toEqual(expectedCosts(asked, codes));
        const inFlight = asked.filter((one) => one.inFlight).length;
        // A killed process can lose refusals of earlier requests too, which it had gathered: at most nine.
        expect(triesIn(costs) + triesOfRecords(lost)).toBe(asked.length);
        const refusals = lost.filter(({ status }) => status === 429);
        expect(triesOfRecords(lost) - triesOfRecords(refusals)).toBeLessThanOrEqual(inFlight);
        // Nothing is counted twice when the job repeats.
        expect(await addUp(usage, records, { count: 0, perRun: 5 })).toEqual(costs);
      }),
      { numRuns: 150, includeErrorInReport: true },
    );
  });

  test('are kept when a late record marks the day after the records of short plans have expired', async () => {
    const { records } = await play([]);
    const usage = new MemoryUsage();
    const costs = await addUp(usage, records, { count: 0, perRun: 5 });
    await usage.update(markDueUpdate(keyDay));
    const now = Date.parse(`${keyDay.day}T00:00:00Z`) + 4 * dayMs;
    const gone = { pages: async function* () {} };
    await computeDays({
      usage,
      costs: { records: gone, prices: new NodePrices([network]), chains: networkChains },
      clock: () => now,
      deadline: now + 1,
      log: createLog('error'),
      emit: () => undefined,
    });
    const item = await usage.get(dayKey(keyDay));
    expect(item).not.toHaveProperty('due');
    expect(readDayCosts(item?.costs).devnet).toEqual(costs);
    expect(dayOf(now)).toBe('2026-11-24');
  });
});
