import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { planCost } from '../../../src/cost/plan-cost.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { dayMs, dayOf } from '../../../src/time.ts';
import { dayKey } from '../../../src/usage/day-items.ts';
import { documentClient } from '../../support/dynamodb.ts';
import { plans, settings } from '../../support/settings.ts';
import { OperatorProgram } from './operator-program.ts';

const today = dayOf(Date.now());
const daysAgo = (days: number): string => dayOf(Date.parse(`${today}T00:00:00Z`) - days * dayMs);

let program: OperatorProgram;

/** A computed day of a key, with 40 ms for each call. */
async function addDay(accountId: string, day: string, method: string, calls: number, cost?: object): Promise<void> {
  const methods = { [method]: { ok: calls, milliseconds: 40 * calls } };
  const figures = JSON.stringify({ mainnet: { methods, latencies: [], errorCodes: {} } });
  const costs = cost && JSON.stringify({ mainnet: { [method]: cost } });
  const usage = createSdkTable(documentClient(), program.tables.usage);
  await usage.put({ ...dayKey({ accountId, keyId: `key_${accountId}`, day }), version: 1, figures, costs });
}

const config = () => join(program.folder, 'settings.json');

beforeAll(async () => {
  program = await OperatorProgram.start();
  const networks = settings.networks.map((network) => ({
    ...network,
    upstreams: network.upstreams.map(({ url }) => ({ url, cost: { dollarsPerMillionCredits: 5 } })),
  }));
  writeFileSync(config(), JSON.stringify({ ...settings, service: { ...settings.service }, networks }));
  for (const id of ['scanner', 'wallet', 'idle']) await program.register(id);
  const tries = { '8LWa': 20, '8LWr': 1 };
  await addDay('scanner', daysAgo(1), 'getProgramAccounts', 20, { picodollars: 3e12, unpriced: 1, tries });
  await addDay('scanner', daysAgo(2), 'getSlot', 1_000, { picodollars: 5e9, tries: { '8LWa': 1_000 } });
  await addDay('wallet', daysAgo(1), 'getBalance', 400);
  await addDay('wallet', daysAgo(30), 'getBalance', 1, { picodollars: 7e12, tries: { '8LWa': 1 } });
});
afterAll(() => program.stop());

const run = (...args: string[]) => program.run('margin', '--config', config(), ...args);
const documents = (...args: string[]) => program.documents('margin', '--config', config(), ...args);

describe('margin', () => {
  test('has every account with calls, the lowest margin first, and the sums of all', async () => {
    const [scanner, wallet, all, ...others] = await documents();
    expect(others).toEqual([]);
    const perCall = planCost(plans.free, 40).perMillion / 1e6;
    expect(scanner).toMatchObject({
      accountId: 'scanner',
      from: daysAgo(7),
      to: daysAgo(1),
      calls: 1_020,
      tries: 1_021,
      unpricedTries: 1,
      revenue: 0,
      nodeDollars: 3.005,
      daysWithoutCosts: 0,
      byMethod: [
        { planId: 'free', network: 'mainnet', method: 'getProgramAccounts', calls: 20, tries: 21, nodeDollars: 3 },
        { planId: 'free', network: 'mainnet', method: 'getSlot', calls: 1_000, nodeDollars: 0.005 },
      ],
    });
    expect(scanner.awsDollars).toBeCloseTo(1_020 * perCall, 6);
    expect(scanner.margin).toBeCloseTo(-3.005 - 1_020 * perCall, 5);
    expect(wallet).toMatchObject({ accountId: 'wallet', calls: 400, nodeDollars: 0, daysWithoutCosts: 1 });
    expect(all).toMatchObject({
      accounts: 2,
      calls: 1_420,
      nodeDollars: 3.005,
      byPlan: [{ planId: 'free', calls: 1_420 }],
      byMethod: [{ method: 'getProgramAccounts' }, { method: 'getSlot' }, { method: 'getBalance' }],
    });
  });

  test('is of a range and of one account', async () => {
    const [only, ...others] = await documents('--account', 'wallet', '--from', daysAgo(40), '--to', daysAgo(20));
    expect(others).toEqual([]);
    expect(only).toMatchObject({ calls: 1, nodeDollars: 7, from: daysAgo(40), to: daysAgo(20) });
    expect(await documents('--account', 'idle')).toMatchObject([{ calls: 0, byMethod: [] }]);
  });

  test('is readable as text, and says what it leaves out', async () => {
    const { out } = await run();
    expect(out).toMatch(
      /^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d \(UTC\)\n\nBy plan\nplan +calls +tries +revenue +AWS \$ +nodes \$ +margin\n/,
    );
    expect(out).toMatch(
      /\nBy method\nnetwork +method .*\nmainnet +getProgramAccounts +20 +21 +0\.00 +0\.00 +3\.00 +-3\.00\n/,
    );
    expect(out).toMatch(/\nBy customer\naccount +email +plan .*\nscanner .*-3\.01\nwallet /);
    expect(out).toContain('\n1 of 1021 tries went to nodes without a `cost` in the settings: they count as $0.\n');
    expect(out).toContain('\nOn 1 days of keys, node costs are not computed: they count as $0.\n');
    const without = await program.run('margin');
    expect(without.out).toContain('No node has a `cost` in the settings: all nodes count as $0');
  });

  test.each([
    [['--from', 'yesterday'], /^--from must be a UTC day like 2026-11-20, not yesterday\./],
    [['--to', '2026-02-31'], /^--to must be a UTC day like/],
    [['--to', today], /^--to is .*, but node costs are known of ended UTC days only: use/],
    [['--from', daysAgo(1), '--to', daysAgo(3)], /^--from .* is after --to .*\. Exchange them\./],
    [['--from', '2020-01-01'], /^--from is 2020-01-01, but usage is kept from .* on\./],
    [['--account', 'nobody'], /nobody/],
  ])('refuses %j', async (options, message) => {
    const { code, out, err } = await run(...options);
    expect(code).toBeGreaterThan(0);
    expect(out).toBe('');
    expect(err).toMatch(message);
  });
});
