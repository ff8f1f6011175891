import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AdmittedCalls } from '../../src/limits/limit-status.ts';
import type { Limits } from '../../src/plans.ts';
import type { Table } from '../../src/table/item-table.ts';
import { dayOf, secondOfDay } from '../../src/time.ts';
import { admissionsOn } from '../support/admissions.ts';
import { emptyTable } from '../support/dynamodb.ts';

/** A naive limiter for a single process with perfect memory. */
class NaiveLimiter {
  readonly #counts = new Map<string, number>();

  count(name: string, n: number): void {
    this.#counts.set(name, this.counted(name) + n);
  }

  counted(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
}

type Step =
  | { readonly do: 'admit'; readonly process: number; readonly n: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'give back'; readonly process: number; readonly part: number }
  | { readonly do: 'change plan'; readonly limits: Limits };

const processIndex = fc.nat(3);
const plan = fc.record({
  callsPerSecond: fc.integer({ min: 1, max: 6 }),
  callsPerDay: fc.integer({ min: 5, max: 30 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('admit' as const),
      process: processIndex,
      n: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 90, 300, 700, 1_000, 45_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('give back' as const), process: processIndex, part: fc.nat(4) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change plan' as const), limits: plan }) },
);

const histories = fc.record({
  // Near midnight, so that days end too.
  start: fc.integer({ min: 0, max: 60_000 }).map((before) => Date.UTC(2026, 10, 21) - before),
  skews: fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 4, maxLength: 4 }),
  limits: plan,
  steps: fc.array(step, { minLength: 5, maxLength: 30 }),
});

let table: Table;
let keys = 0;

beforeAll(async () => {
  table = await emptyTable({ sortKey: false });
});

test('for any order of calls, waits, give-backs and plan changes, the results equal those of a naive limiter', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ start, skews, limits: firstLimits, steps }) => {
      keys += 1;
      const keyId = `key_${keys}`;
      const model = new NaiveLimiter();
      const givable: AdmittedCalls[] = [];
      let now = start;
      let limits = firstLimits;
      const processes = skews.map((skew) => admissionsOn(table, () => now + skew));
      const processOf = (index: number) => processes[index] ?? admissionsOn(table, () => now);

      const admit = async (index: number, n: number) => {
        const at = now + (skews[index] ?? 0);
        const [day, own] = [dayOf(at), secondOfDay(at)];
        const dayHasRoom = model.counted(day) + n <= limits.callsPerDay;
        const ownHasRoom = model.counted(`${day} ${own}`) + n <= limits.callsPerSecond;
        const result = await processOf(index).admit(keyId, () => limits, n);
        if ('refused' in result) {
          // If both limits are exceeded, a process may know only one of them.
          expect(result.refused.reason === 'rate_limited' ? ownHasRoom : dayHasRoom).toBe(false);
          return;
        }
        const counted = `${day} ${result.second}`;
        expect(dayHasRoom).toBe(true);
        expect(result.day).toBe(day);
        expect(model.counted(counted) + n).toBeLessThanOrEqual(limits.callsPerSecond);
        // The next second is used only if the process's own is full and another process has opened it.
        if (ownHasRoom) expect(result.second).toBe(own);
        else expect([result.second, model.counted(counted) > 0]).toEqual([own + 1, true]);
        model.count(day, n);
        model.count(counted, n);
        expect(result.limitStatus.dayRemaining).toBe(limits.callsPerDay - model.counted(day));
        expect(result.limitStatus.secondRemaining).toBe(limits.callsPerSecond - model.counted(counted));
        givable.push(result);
      };

      const giveBack = async (index: number, part: number) => {
        const result = givable.pop();
        if (!result) return;
        const n = Math.max(1, Math.min(result.n, part));
        await processOf(index).giveBack(keyId, result, n);
        model.count(result.day, -n);
        // Other processes may cache a used-up day for another fifteen seconds.
        now += 15_000;
      };

      for (const next of steps) {
        if (next.do === 'admit') await admit(next.process, next.n);
        if (next.do === 'wait') now += next.ms;
        if (next.do === 'give back') await giveBack(next.process, next.part);
        if (next.do === 'change plan') limits = next.limits;
      }
    }),
    { numRuns: 60 },
  );
});
