import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { planCost } from '../../../src/cost/plan-cost.ts';
import { keyItemKey } from '../../../src/directory/directory-items.ts';
import { revokeKey } from '../../../src/keys/change-key.ts';
import { outcomes } from '../../../src/records/outcome.ts';
import { createSdkTable } from '../../../src/table/sdk-table.ts';
import { dayMs, dayOf, systemClock } from '../../../src/time.ts';
import { dayKey } from '../../../src/usage/day-items.ts';
import { newKey } from '../../keys/new-key.ts';
import { byCustomer } from '../../support/change-requests.ts';
import { documentClient } from '../../support/dynamodb.ts';
import { plans } from '../../support/settings.ts';
import { OperatorProgram } from './operator-program.ts';

const now = new Date();
const startOfMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
const startOfLastMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1);
const lastMonth = dayOf(startOfLastMonth).slice(0, 7);

let program: OperatorProgram;
let [first, second] = ['', ''];

/** Stores the computed figures of a key's day: `ok` calls of 40 ms each, and refused ones. */
async function addDay(keyId: string, at: number, ok: number, rate_limited: number): Promise<void> {
  const methods = { getSlot: { ok, rate_limited, milliseconds: 40 * ok } };
  const figures = JSON.stringify({ devnet: { methods, latencies: [], errorCodes: {} } });
  const usage = createSdkTable(documentClient(), program.tables.usage);
  await usage.put({ ...dayKey({ accountId: 'acme', keyId, day: dayOf(at) }), version: 1, figures });
}

beforeAll(async () => {
  program = await OperatorProgram.start();
  await program.register('acme');
  const keys = [
    await newKey(program.directory, 'acme', '=HYPERLINK("x"), or not', systemClock),
    await newKey(program.directory, 'acme', 'second', systemClock),
  ];
  [first, second] = keys.map(({ key }) => key.keyId) as [string, string];
  await revokeKey({ directory: program.directory, plans, clock: systemClock }, byCustomer('acme'), second);
  await addDay(first, startOfLastMonth, 1_000, 0);
  await addDay(first, startOfMonth - dayMs, 200, 30);
  await addDay(second, startOfMonth - dayMs, 7, 0);
  // The days before and after the month.
  await addDay(first, startOfLastMonth - dayMs, 1_000_000, 0);
  await addDay(first, startOfMonth, 50, 0);
});
afterAll(() => program.stop());

const statement = (...args: string[]) => program.documents('accounts', 'statement', 'acme', ...args);

describe('accounts statement', () => {
  test('has the calls of a UTC month by key, also of revoked keys, and the total', async () => {
    const [document] = await statement('--month', lastMonth);
    expect(document).toMatchObject({
      accountId: 'acme',
      month: lastMonth,
      from: new Date(startOfLastMonth).toISOString(),
      to: new Date(startOfMonth).toISOString(),
      keys: [
        { keyId: first, state: 'active', calls: 1_230, errors: 30, outcomes: { ok: 1_200, rate_limited: 30 } },
        { keyId: second, state: 'revoked', calls: 7, errors: 0, outcomes: { ok: 7 } },
      ],
      total: { calls: 1_237, errors: 30, outcomes: { ok: 1_207, rate_limited: 30 } },
      plan: { planId: 'free', pricePerMonth: 0 },
    });
    expect(await statement('--month', dayOf(startOfMonth).slice(0, 7))).toMatchObject([{ total: { calls: 50 } }]);
  });

  test('has the cost at AWS by the cost model, for the plan and the mean latency of the calls', async () => {
    const [{ awsCost }] = await statement('--month', lastMonth);
    const { perMillion } = planCost(plans.free, 40);
    expect(awsCost.dollarsPerMillionCalls).toBeCloseTo(perMillion, 2);
    expect(awsCost.dollars).toBeCloseTo((1_237 / 1e6) * perMillion, 6);
    expect(perMillion).toBeGreaterThan(planCost(plans.free, 25).perMillion);
  });

  test('is readable as text', async () => {
    const { out } = await program.run('accounts', 'statement', 'acme', '--month', lastMonth);
    expect(out).toMatch(
      /^account +acme\n.*\nmonth +\d{4}-\d\d \(UTC\)\nplan +free, 0 usd a month\nbilled +–\nAWS cost +\$0\.00\d{4}, at.*\nnode cost +\$0\.000000\nmargin +-0\.01, from/,
    );
    expect(out).toMatch(/\nkey +name +calls +ok +rate_limited\nkey_/);
    expect(out).toMatch(/\nall keys +– +1237 +1207 +30\n\nMargin of the ended days\n/);
  });

  test('is CSV with --csv, in which no name is a formula', async () => {
    const { out } = await program.run('accounts', 'statement', 'acme', '--month', lastMonth, '--csv');
    const [header, firstRow, secondRow, total, end] = out.split('\r\n');
    expect(header).toBe(
      `month,account,email,key,name,calls,${outcomes.join(',')},plan,planPrice,paid,refunded,currency,awsDollars,nodeDollars`,
    );
    const name = `"'=HYPERLINK(""x""), or not"`;
    expect(firstRow).toBe(
      `${lastMonth},acme,acme@example.com,${first},${name},1230,1200,0,0,0,0,30,0,0,0,0,0,0,0,free,,,,,,`,
    );
    expect(secondRow).toBe(
      `${lastMonth},acme,acme@example.com,${second},second,7,7,0,0,0,0,0,0,0,0,0,0,0,0,free,,,,,,`,
    );
    expect(total).toMatch(/,,all keys,1237,1207,0,0,0,0,30,0,0,0,0,0,0,0,free,0,0\.00,0\.00,usd,0\.00\d+,0$/);
    expect(end).toBe('');
  });

  test('of an account without keys has no calls and costs nothing', async () => {
    await program.register('empty');
    const [document] = await program.documents('accounts', 'statement', 'empty', '--month', lastMonth);
    expect(document).toMatchObject({ keys: [], total: { calls: 0, outcomes: {} }, awsCost: { dollars: 0 } });
  });

  test.each([
    ['no month', [], 2, /^--month is missing\.\nUsage: .*statement ACCOUNT --month YYYY-MM \[--csv\]/],
    ['a month that does not exist', ['--month', '2026-13'], 2, /^--month must be a month like 2026-11/],
    ['a day', ['--month', '2026-11-01'], 2, /^--month must be a month/],
    ['a month to come', ['--month', '2999-01'], 2, /^The range starts in the future/],
    ['a month that is no longer kept', ['--month', '2020-01'], 2, /^Usage by day is kept for 400 days\. Start at/],
  ])('explains that it cannot be made for %s', async (_, options, exitCode, message) => {
    const { code, out, err } = await program.run('accounts', 'statement', 'acme', ...options);
    expect({ code, out }).toEqual({ code: exitCode, out: '' });
    expect(err).toMatch(message);
  });

  test('names the key as it is, invisible characters as codes', async () => {
    const update = { update: 'SET #name = :name', names: { '#name': 'name' }, values: { ':name': 'a\u202eb' } };
    await program.directory.update({ key: keyItemKey('acme', second), ...update });
    const csv = await program.run('accounts', 'statement', 'acme', '--month', lastMonth, '--csv');
    expect(csv.out).toContain(`,${second},a\\u{202e}b,7,`);
  });
});
