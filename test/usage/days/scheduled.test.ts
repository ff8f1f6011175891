import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { NodePrices } from '../../../src/cost/node-prices.ts';
import { accountItemSchema } from '../../../src/directory/directory-items.ts';
import { createLog } from '../../../src/log.ts';
import { reportBelowCost } from '../../../src/margin/below-cost.ts';
import { recordItem } from '../../../src/records/record.ts';
import { newRequestId } from '../../../src/records/request-id.ts';
import { shortCode } from '../../../src/short-code.ts';
import { dayMs, dayOf, minuteMs } from '../../../src/time.ts';
import { readCallSummary } from '../../../src/usage/call-summary.ts';
import { computeDays } from '../../../src/usage/compute-days.ts';
import { createMarkDays } from '../../../src/usage/day-items.ts';
import { sumNetworkDays } from '../../../src/usage/network-totals.ts';
import { addAmount, contributionsOf } from '../../../src/usage/tally-counter.ts';
import { effort } from '../../support/effort.ts';
import { networkChains, networks, plans } from '../../support/settings.ts';
import { recordOf } from '../record.ts';
import { MemoryUsage } from './memory-usage.ts';

// usage-days through whole days at its real interval: what it must have done by when, and of which days.

const everyMs = 15 * minuteMs;
const firstDay = Date.UTC(2026, 10, 10);
const callsADay = 100;
const node = 'https://node.example';
// A call costs half a cent, so that a week of them costs $3.50.
const cost = { dollarsPerMillionCredits: 5, creditsOf: { getProgramAccounts: 1_000 } };
const prices = new NodePrices(networks.map((network) => ({ ...network, upstreams: [{ url: node, cost }] })));

const account = v.parse(accountItemSchema, {
  accountId: 'acme',
  email: 'acme@example.com',
  planId: 'free',
  state: 'active',
  inactive: null,
  billing: null,
  sessionsValidFrom: 0,
  recoveryCodes: [],
  version: 1,
  createdAt: firstDay - 20 * dayMs,
  activeKeys: [],
  freedSlots: [],
  deletingSince: null,
  dayQuota: null,
});
/** An account without activity. */
const directory = { pages: async function* () {} };

type Report = { readonly event: string; readonly at: number; readonly [field: string]: unknown };

/** The function's tables, an account that calls each day at noon, and what the function has reported. */
class Schedule {
  now = firstDay;
  readonly reports: Report[] = [];
  readonly #usage = new MemoryUsage();
  readonly #records = new MemoryUsage();

  async callAt(at: number): Promise<void> {
    this.now = at;
    const record = recordOf({
      at,
      network: 'mainnet',
      requestId: newRequestId(at),
      calls: [{ method: 'getProgramAccounts', outcome: 'ok', count: callsADay }],
      tries: `${shortCode(node)}a`,
    });
    await this.#records.put(recordItem(record, 1));
    for (const { pk, sk, amounts } of contributionsOf(record, networkChains)) {
      const sums = new Map<string, number>();
      for (const [name, amount] of amounts) addAmount(sums, name, amount);
      await this.#usage.put({ pk, sk, ...Object.fromEntries(sums) });
    }
    await createMarkDays(this.#usage, () => at, createLog('error'))([{ record, batchIndex: 0 }]);
  }

  /** A run of the function, as its handler does it. */
  async run(at: number): Promise<void> {
    this.now = at;
    const deps = {
      usage: this.#usage,
      directory,
      costs: { records: this.#records, prices, chains: networkChains },
      plans,
      nodesHaveCosts: true,
      freeAccountDollars: 1,
      accounts: async function* () {
        yield [account];
      },
      clock: () => this.now,
      deadline: at + minuteMs,
      log: createLog('info', (line) => {
        const { event, ...fields } = JSON.parse(line);
        if (String(event).includes('below_cost')) this.reports.push({ ...fields, event, at });
      }),
      emit: () => undefined,
    };
    if (!(await computeDays(deps))) return;
    await reportBelowCost(deps);
    await sumNetworkDays(deps);
  }

  summary = () => readCallSummary(this.#usage);
}

test('each day is reported once, with its costs, by the first run a quarter of an hour after it', async () => {
  const days = 9;
  const ticks = (days * dayMs) / everyMs;
  const fewTicks = fc.uniqueArray(fc.nat(ticks - 1), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(fc.nat(everyMs - 1), fewTicks, fewTicks, async (offset, skipped, doubled) => {
      const schedule = new Schedule();
      const runAt = (tick: number) => firstDay + offset + tick * everyMs;
      for (let tick = 0; tick < ticks; tick += 1) {
        const at = runAt(tick);
        const noon = Date.parse(`${dayOf(at)}T12:00:00Z`);
        if (at >= noon && at < noon + everyMs) await schedule.callAt(noon);
        if (skipped.includes(tick)) continue;
        await Promise.all(Array.from({ length: doubled.includes(tick) ? 2 : 1 }, () => schedule.run(at)));
        expectComplete(schedule.reports.filter((report) => report.at === at));
        const { to = '' } = (await schedule.summary()) ?? {};
        expect(to < dayOf(at - everyMs)).toBe(true);
      }
      for (let day = 0; day < days - 1; day += 1) {
        const due = firstDay + (day + 1) * dayMs + everyMs;
        const tick = Array.from({ length: ticks }, (_, index) => index).find(
          (index) => runAt(index) >= due && !skipped.includes(index),
        );
        const reported = schedule.reports.filter(
          ({ to, event }) => event === 'below_cost_reported' && to === dayOf(due - dayMs),
        );
        expect(new Set(reported.map(({ at }) => at))).toEqual(new Set(tick === undefined ? [] : [runAt(tick)]));
        if (tick !== undefined && !doubled.includes(tick)) expect(reported).toHaveLength(1);
      }
      expect((await schedule.summary())?.to).toBe(schedule.reports.at(-1)?.to);
    }),
    { numRuns: effort(3, 100) },
  );
});

/** All costs and all calls of its days, from the day of the first call on. */
function expectComplete(reports: readonly Report[]): void {
  for (const { event, from, to, calls, daysWithoutCosts } of reports) {
    if (event !== 'account_below_cost') continue;
    const first = Math.max(Date.parse(String(from)), firstDay);
    const called = (Date.parse(String(to)) - first) / dayMs + 1;
    expect({ calls, daysWithoutCosts }).toEqual({ calls: called * callsADay, daysWithoutCosts: undefined });
  }
}
