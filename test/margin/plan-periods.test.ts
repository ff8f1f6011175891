import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { changePlan, resumeAccount, suspendAccount } from '../../src/accounts/account-plan.ts';
import { registerAccount } from '../../src/accounts/accounts.ts';
import { findAccount } from '../../src/directory/directory-reads.ts';
import { planPeriods } from '../../src/margin/plan-periods.ts';
import { revenueOf } from '../../src/margin/plan-revenue.ts';
import { createDirectory, type Directory } from '../../src/table/directory-table.ts';
import { createSignedReads, type TableReads } from '../../src/table/signed-table.ts';
import { byOperator, operator } from '../support/change-requests.ts';
import { documentClient, makeTable, signedDynamoDb } from '../support/dynamodb.ts';
import { plans } from '../support/settings.ts';

let directory: Directory;
let reads: TableReads;
beforeAll(async () => {
  const table = await makeTable(true);
  directory = createDirectory(documentClient(), table);
  reads = createSignedReads(signedDynamoDb(), table);
});

const hour = 3_600_000;
const start = Date.UTC(2026, 9, 20);
const changes = ['free', 'developer', 'business', 'suspend', 'resume'] as const;
let accounts = 0;

test('a history of changes is found again in any range, and each millisecond is paid once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ change: fc.constantFrom(...changes), hours: fc.integer({ min: 1, max: 200 }) }), {
        maxLength: 8,
      }),
      fc.nat(1_000),
      fc.nat(1_000),
      async (history, fromHours, lengthHours) => {
        accounts += 1;
        const accountId = `acc_${accounts}`;
        let now = start;
        const deps = { directory, plans, clock: () => now, readCalls: async () => 0 };
        await registerAccount(deps, { accountId, email: `${accountId}@example.com`, planId: 'free' }, operator);
        let state = { planId: 'free', active: true };
        const states = [{ at: now, ...state }];
        for (const { change, hours } of history) {
          now += hours * hour;
          const request = byOperator(accountId);
          if (change === 'suspend') await suspendAccount(deps, request);
          else if (change === 'resume') await resumeAccount(deps, request);
          else await changePlan(deps, request, change);
          state =
            change === 'suspend' || change === 'resume'
              ? { ...state, active: change === 'resume' }
              : { ...state, planId: change };
          states.push({ at: now, ...state });
        }
        const range = { from: start - 24 * hour + fromHours * hour, to: start + (fromHours + lengthHours) * hour };
        const periods = await planPeriods(reads, await findAccount(directory, accountId), range);
        let [expected, covered] = [0, 0];
        for (let at = Math.max(start, range.from); at < range.to; at += hour) {
          const held = states.findLast((one) => one.at <= at);
          const period = periods.find(({ from, to }) => from <= at && at < to);
          expect(period).toMatchObject({ planId: held?.planId, active: held?.active });
          const month = new Date(at);
          const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
          expected += held?.active ? (plans.find(held.planId)?.pricePerMonth ?? 0) / (days * 24) : 0;
          covered += 1;
        }
        expect(periods.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(covered * hour);
        const revenue = periods.reduce((sum, period) => sum + revenueOf(period, plans), 0);
        expect(revenue).toBeCloseTo(expected, 6);
      },
    ),
    { numRuns: 25 },
  );
});

test('a plan that is not paid brings in nothing until it is restored', async () => {
  const known = await findAccount(directory, 'acc_1');
  const account = { ...known, createdAt: start, inactive: null, planId: 'developer', state: 'active' as const };
  const row = (version: number, at: number, action: string) => ({
    version,
    at,
    by: 'billing',
    action,
    after: { planId: 'developer' },
  });
  const rows = [row(3, start + 30 * hour, 'plan_restored'), row(2, start + 10 * hour, 'plan_ended')];
  const pages = async function* () {
    yield [...rows, row(1, start, 'plan_changed')];
  };
  const found = await planPeriods({ pages }, account, { from: start + 20 * hour, to: start + 40 * hour });
  expect(found).toEqual([
    { planId: 'developer', active: false, from: start + 20 * hour, to: start + 30 * hour },
    { planId: 'developer', active: true, from: start + 30 * hour, to: start + 40 * hour },
  ]);
});
