import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Admissions } from '../../src/limits/admissions.ts';
import { readCounterState } from '../../src/limits/counter-state.ts';
import { admissionsKey } from '../../src/limits/counter-writes.ts';
import type { AdmittedCalls, Limits, RefusedCalls } from '../../src/limits/limit-status.ts';
import type { Table, UpdateRequest } from '../../src/table/item-table.ts';
import { emptyTable } from '../support/dynamodb.ts';

const start = Date.UTC(2026, 10, 20, 14, 25, 36, 200);
const day = '2026-11-20';
const limits: Limits = { callsPerSecond: 10, callsPerDay: 50_000 };

let table: Table;
let now: number;
let keys = 0;
let keyId: string;

/** The tries of one update in order, executed or not. All answers except the last one are lost. */
type Tries = readonly ('carried out' | 'not carried out')[];

/** The table of a client that repeats a write when its answer is lost, and fails after the last try. */
function losing(next: () => { tries: Tries; answered: boolean }): Table {
  const update = async (request: UpdateRequest) => {
    const { tries, answered } = next();
    for (const one of tries) if (one === 'carried out') await table.update(request).catch(() => undefined);
    if (!answered) throw new Error('the answer was lost');
    return table.update(request);
  };
  return { ...table, update };
}

const process = (of: Table = table) => new Admissions(of, () => now);
const used = async () => readCounterState(await table.get(admissionsKey(keyId, day))).used;

function admitted(result: AdmittedCalls | RefusedCalls): AdmittedCalls {
  if ('refused' in result) throw result.refused;
  return result;
}

beforeAll(async () => {
  table = await emptyTable({ sortKey: false });
});

beforeEach(() => {
  now = start;
  keys += 1;
  keyId = `key_${keys}`;
});

describe('a write that is repeated because its answer was lost', () => {
  test.each([1, 2, 3])('counts once after %s lost answers, and the limit status is correct', async (lost) => {
    const one = process(losing(() => ({ tries: Array(lost).fill('carried out'), answered: true })));
    for (let made = 1; made <= 4; made += 1) {
      const { limitStatus } = admitted(await one.admit(keyId, limits, 2));
      expect(limitStatus).toMatchObject({ secondRemaining: 10 - 2 * made, dayRemaining: 50_000 - 2 * made });
    }
    expect(await used()).toBe(8);
  });

  test('recognizes its own effect, also when it used up the limit and when others counted in between', async () => {
    const other = process();
    const update = async (request: UpdateRequest) => {
      await table.update(request);
      await other.admit(keyId, limits, 4);
      return table.update(request);
    };
    expect(admitted(await process({ ...table, update }).admit(keyId, limits, 6)).limitStatus.secondRemaining).toBe(0);
    expect(await used()).toBe(10);
  });

  test('gives calls back once', async () => {
    const one = process(losing(() => ({ tries: ['carried out', 'carried out'], answered: true })));
    const result = admitted(await one.admit(keyId, limits, 5));
    expect(await one.giveBack(keyId, result, 2)).toMatchObject({ dayRemaining: 49_997 });
    expect(await used()).toBe(3);
  });

  test('gives back once when exactly these calls were counted', async () => {
    const one = process(losing(() => ({ tries: ['carried out'], answered: true })));
    await one.giveBack(keyId, admitted(await one.admit(keyId, limits, 5)), 5);
    expect(await used()).toBe(0);
  });
});

describe('a try that is executed after its request has ended', () => {
  /** A table that delays the first try of a write until it is released, after the request has ended. */
  const keepingBack = (answered: boolean) => {
    let keep = true;
    let stray = async () => {};
    const update = async ({ onRepeat, ...request }: UpdateRequest) => {
      if (!keep) return table.update(request);
      keep = false;
      stray = async () => void (await table.update(request).catch(() => undefined));
      onRepeat?.();
      if (!answered) throw new Error('the answer was lost');
      return table.update(request);
    };
    return { one: process({ ...table, update }), arrive: () => stray() };
  };

  test('counts nothing when the request was answered with 503 and corrected', async () => {
    const { one, arrive } = keepingBack(false);
    await expect(one.admit(keyId, limits, 5)).rejects.toMatchObject({ reason: 'limits_unavailable' });
    admitted(await one.admit(keyId, limits, 1));
    await arrive();
    expect(await used()).toBe(1);
  });

  test('counts nothing when the request was refused, and there is room again', async () => {
    const full: Limits = { callsPerSecond: 10, callsPerDay: 10 };
    const { one, arrive } = keepingBack(true);
    const other = process();
    const result = admitted(await other.admit(keyId, full, 10));
    now += 1_000;
    expect(await one.admit(keyId, full, 1)).toMatchObject({ refused: { reason: 'quota_exceeded' } });
    await other.giveBack(keyId, result, 10);
    await arrive();
    expect(await used()).toBe(0);
  });

  test('counts nothing when the request was refused and only the next one could prevent it', async () => {
    const full: Limits = { callsPerSecond: 10, callsPerDay: 10 };
    const result = admitted(await process().admit(keyId, full, 10));
    now += 1_000;
    let stray = async () => {};
    let tries = 0;
    const update = async ({ onRepeat, ...request }: UpdateRequest) => {
      tries += 1;
      if (tries === 1) {
        stray = async () => void (await table.update(request).catch(() => undefined));
        onRepeat?.();
      }
      if (tries === 2) throw new Error('the answer was lost');
      return table.update(request);
    };
    const one = process({ ...table, update });
    expect(await one.admit(keyId, full, 1)).toMatchObject({ refused: { reason: 'quota_exceeded' } });
    await process().giveBack(keyId, result, 10);
    now += 15_000;
    admitted(await one.admit(keyId, full, 1));
    await stray();
    expect(await used()).toBe(1);
  });
});

test.each([
  [0, 2],
  [2_999, 2],
  [3_000, 1],
  [-1, 1],
])(
  'a give-back that was lost is sent again within three seconds, once: after %s ms the next call takes %s writes',
  async (ms, taken) => {
    let [lost, writes] = [false, 0];
    const update = async (request: UpdateRequest) => {
      writes += 1;
      if (lost) throw new Error('lost');
      return table.update(request);
    };
    const one = process({ ...table, update });
    const result = admitted(await one.admit(keyId, limits, 5));
    lost = true;
    await expect(one.giveBack(keyId, result, 5)).rejects.toThrow('lost');
    [lost, writes] = [false, 0];
    now += ms;
    admitted(await one.admit(keyId, limits, 1));
    expect(writes).toBe(taken);
    admitted(await one.admit(keyId, limits, 1));
    expect(writes).toBe(taken + 1);
    expect(await used()).toBe(taken === 2 ? 2 : 7);
  },
);

describe('a write that failed in the end', () => {
  const failing = (how: Tries[number]) => {
    let broken = true;
    const of = losing(() => ({ tries: broken ? [how] : [], answered: !broken }));
    return { one: process(of), mend: () => (broken = false), break: () => (broken = true) };
  };

  test.each(['carried out', 'not carried out'] as const)(
    'takes nothing of the day that the process’s next call does not put right (it was %s)',
    async (how) => {
      const { one, mend } = failing(how);
      await expect(one.admit(keyId, limits, 5)).rejects.toMatchObject({ reason: 'limits_unavailable' });
      expect(await used()).toBe(how === 'carried out' ? 5 : 0);
      mend();
      now += 1_000;
      expect(admitted(await one.admit(keyId, limits, 1)).limitStatus.dayRemaining).toBe(49_999);
      expect(await used()).toBe(1);
    },
  );

  test.each(['carried out', 'not carried out'] as const)('is given back by the next call (it was %s)', async (how) => {
    const broken = failing(how);
    broken.mend();
    const result = admitted(await broken.one.admit(keyId, limits, 5));
    broken.break();
    await expect(broken.one.giveBack(keyId, result, 5)).rejects.toThrow('lost');
    broken.mend();
    admitted(await broken.one.admit(keyId, limits, 1));
    expect(await used()).toBe(1);
  });

  const working = { tries: [], answered: true };

  test.each([
    ['carried out', 5, 1],
    ['not carried out', 0, 2],
  ] as const)(
    'is put right by a later call when the next one cannot, and then no more (it was %s)',
    async (how, n, more) => {
      const plans: { tries: Tries; answered: boolean }[] = [
        { tries: [how], answered: false },
        working,
        { tries: [], answered: false },
      ];
      let writes = 0;
      const one = process(
        losing(() => {
          writes += 1;
          return plans.shift() ?? working;
        }),
      );
      await expect(one.admit(keyId, limits, 5)).rejects.toMatchObject({ reason: 'limits_unavailable' });
      admitted(await one.admit(keyId, limits, 1));
      expect(await used()).toBe(n + 1);
      admitted(await one.admit(keyId, limits, 1));
      expect([await used(), writes]).toEqual([2, 4 + more]);
      admitted(await one.admit(keyId, limits, 1));
      expect([await used(), writes]).toEqual([3, 5 + more]);
    },
  );

  test('is not given back when its marker may already be removed', async () => {
    const broken = failing('carried out');
    broken.mend();
    const result = admitted(await broken.one.admit(keyId, limits, 5));
    broken.break();
    await expect(broken.one.giveBack(keyId, result, 5)).rejects.toThrow('lost');
    broken.mend();
    now += 3_000;
    const other = process();
    for (let second = 0; second < 10; second += 1) {
      admitted(await other.admit(keyId, limits, 1));
      now += 1_000;
    }
    admitted(await broken.one.admit(keyId, limits, 1));
    expect(await used()).toBe(11);
  });
});

test.each([
  ['a key', limits],
  ['a fast key', { callsPerSecond: 800, callsPerDay: 50_000 }],
])('whatever answers are lost, no call of %s is counted twice, and none over the limit', async (_, plan) => {
  const tries = fc.record({
    tries: fc.array(fc.constantFrom('carried out' as const, 'not carried out' as const), { maxLength: 3 }),
    answered: fc.boolean(),
  });
  const step = fc.record({ process: fc.nat(2), n: fc.integer({ min: 1, max: 4 }), ms: fc.nat(900), back: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, tries, tries), { maxLength: 25 }), async (steps) => {
      keys += 1;
      keyId = `key_${keys}`;
      now = start;
      let plans: { tries: Tries; answered: boolean }[] = [];
      const of = losing(() => plans.shift() ?? { tries: [], answered: true });
      const processes = [process(of), process(of), process(of)];
      const bySecond = new Map<number, number>();
      let counted = 0;
      let failed = 0;
      let maybeBack = 0;
      for (const [{ process: index, n, ms, back }, first, second] of steps) {
        plans = [first, second];
        const result = await processes[index]?.admit(keyId, plan, n).catch(() => undefined);
        plans = [];
        if (!result) failed += 1;
        if (result && !('refused' in result)) {
          counted += n;
          bySecond.set(result.second, (bySecond.get(result.second) ?? 0) + n);
          if (back === 3) {
            plans = [first];
            if (await processes[index]?.giveBack(keyId, result, n).catch(() => undefined)) counted -= n;
            else [failed, maybeBack] = [failed + 1, maybeBack + n];
            plans = [];
          }
        }
        now += ms;
      }
      for (const sum of bySecond.values()) expect(sum).toBeLessThanOrEqual(plan.callsPerSecond);
      const counter = await used();
      expect(counter).toBeGreaterThanOrEqual(counted - maybeBack);
      if (failed === 0) expect(counter).toBe(counted);
    }),
    { numRuns: 60 },
  );
});
