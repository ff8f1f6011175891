import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readCounterState } from '../../src/limits/counter-state.ts';
import { admissionsKey } from '../../src/limits/counter-writes.ts';
import type { AdmittedCalls, RefusedCalls } from '../../src/limits/limit-status.ts';
import type { Limits } from '../../src/plans.ts';
import type { Table } from '../../src/table/item-table.ts';
import { secondOfDay } from '../../src/time.ts';
import { admissionsOn } from '../support/admissions.ts';
import { emptyTable } from '../support/dynamodb.ts';
import { type Calls, counted } from '../table/counted.ts';

const start = Date.UTC(2026, 10, 20, 14, 25, 36, 200);
const day = '2026-11-20';
const second = secondOfDay(start);
const limits: Limits = { callsPerSecond: 10, callsPerDay: 50_000 };

let table: Table;
let calls: Calls;
let now: number;
let keys = 0;
let keyId: string;

/** The limits in one process, whose clock is `skew` ms ahead of the others. */
const process = (skew = 0) => admissionsOn(table, () => now + skew);
const item = (of = keyId, onDay = day) => table.get(admissionsKey(of, onDay));
const counts = async () => {
  const { used, seconds } = readCounterState(await item());
  return { used, seconds };
};

function admitted(result: AdmittedCalls | RefusedCalls): AdmittedCalls {
  if ('refused' in result) throw result.refused;
  return result;
}

const reasonOf = (result: AdmittedCalls | RefusedCalls) => ('refused' in result ? result.refused.reason : undefined);

beforeAll(async () => {
  ({ table, calls } = counted(await emptyTable({ sortKey: false })));
});

beforeEach(() => {
  now = start;
  keys += 1;
  keyId = `key_${keys}`;
  Object.assign(calls, { get: 0, put: 0, update: 0, query: 0 });
});

describe('an admitted request', () => {
  test('costs one write, which counts it on the day and in the second and returns the remaining calls', async () => {
    expect(await process().admit(keyId, () => limits, 3)).toEqual({
      n: 3,
      day,
      second,
      limitStatus: { at: start, limits, secondRemaining: 7, dayRemaining: 49_997 },
    });
    expect(calls).toEqual({ get: 0, put: 0, update: 1, query: 0 });
    expect(await counts()).toEqual({ used: 3, seconds: new Map([[second, 3]]) });
  });

  test('costs one write in every process and every second', async () => {
    const processes = [process(), process(120), process(-300)];
    for (let made = 0; made < 60; made += 1) {
      admitted(await (processes[made % 3] ?? process()).admit(keyId, () => limits, 1));
      now += 150;
    }
    expect(calls.update).toBe(60);
    expect((await counts()).used).toBe(60);
  });

  test('leaves an item that expires two days after its day', async () => {
    await process().admit(keyId, () => limits, 1);
    expect((await item())?.expiresAt).toBe(Date.UTC(2026, 10, 23) / 1_000);
  });

  test('does not use the limits of another key', async () => {
    const one = process();
    admitted(await one.admit(keyId, () => limits, 10));
    expect(admitted(await one.admit(`${keyId}b`, () => limits, 10)).limitStatus.dayRemaining).toBe(49_990);
  });
});

describe('the limit of a second', () => {
  test('is exact: the tenth call is admitted, the eleventh is refused, and the next second is empty', async () => {
    const one = process();
    for (let made = 0; made < 10; made += 1) admitted(await one.admit(keyId, () => limits, 1));
    expect(reasonOf(await one.admit(keyId, () => limits, 1))).toBe('rate_limited');
    now = start - 200 + 999;
    expect(reasonOf(await one.admit(keyId, () => limits, 1))).toBe('rate_limited');
    now += 1;
    expect(admitted(await one.admit(keyId, () => limits, 10)).second).toBe(second + 1);
  });

  test('counts all calls of a batch or none', async () => {
    const one = process();
    admitted(await one.admit(keyId, () => limits, 7));
    expect(await one.admit(keyId, () => limits, 4)).toMatchObject({
      refused: { reason: 'rate_limited', details: { limit: 10, remaining: 3, retryAfterSeconds: 1 } },
      limitStatus: { secondRemaining: 3, dayRemaining: 49_993 },
    });
    expect(await counts()).toEqual({ used: 7, seconds: new Map([[second, 7]]) });
    admitted(await one.admit(keyId, () => limits, 3));
  });

  test('refuses without a write in a process that knows the counter, and with one write in any other', async () => {
    const [one, other] = [process(), process()];
    for (let made = 0; made < 10; made += 1) await one.admit(keyId, () => limits, 1);
    for (let made = 0; made < 50; made += 1)
      expect(reasonOf(await one.admit(keyId, () => limits, 1))).toBe('rate_limited');
    expect(calls.update).toBe(10);
    for (let made = 0; made < 50; made += 1)
      expect(reasonOf(await other.admit(keyId, () => limits, 1))).toBe('rate_limited');
    expect(calls.update).toBe(11);
  });

  test('when it is reached, admits calls to the next second that a faster clock has opened, up to its limit', async () => {
    const [fast, slow] = [process(900), process()];
    expect(admitted(await fast.admit(keyId, () => limits, 4)).second).toBe(second + 1);
    for (let made = 0; made < 10; made += 1)
      expect(admitted(await slow.admit(keyId, () => limits, 1)).second).toBe(second);
    for (let made = 0; made < 6; made += 1) {
      expect(admitted(await slow.admit(keyId, () => limits, 1)).second).toBe(second + 1);
    }
    expect(reasonOf(await slow.admit(keyId, () => limits, 1))).toBe('rate_limited');
    expect(reasonOf(await fast.admit(keyId, () => limits, 1))).toBe('rate_limited');
    expect((await counts()).seconds).toEqual(
      new Map([
        [second, 10],
        [second + 1, 10],
      ]),
    );
    expect(calls.update).toBe(1 + 10 + 6 + 1);
  });

  test('refuses a batch that exceeds it without a write', async () => {
    expect(reasonOf(await process().admit(keyId, () => limits, 11))).toBe('rate_limited');
    expect(calls.update).toBe(0);
  });
});

describe('the quota of a day', () => {
  const small: Limits = { callsPerSecond: 10, callsPerDay: 15 };

  test('is exact, states its end, and starts over at midnight UTC', async () => {
    const one = process();
    admitted(await one.admit(keyId, () => small, 10));
    now += 1_000;
    expect(reasonOf(await one.admit(keyId, () => small, 6))).toBe('quota_exceeded');
    admitted(await one.admit(keyId, () => small, 5));
    expect(await one.admit(keyId, () => small, 1)).toMatchObject({
      refused: { reason: 'quota_exceeded', details: { limit: 15, remaining: 0, resetsAt: '2026-11-21T00:00:00.000Z' } },
    });
    now = Date.UTC(2026, 10, 21) - 1;
    expect(reasonOf(await one.admit(keyId, () => small, 1))).toBe('quota_exceeded');
    now += 1;
    expect(admitted(await one.admit(keyId, () => small, 1))).toMatchObject({ day: '2026-11-21', second: 0 });
    expect((await item(keyId, '2026-11-21'))?.used).toBe(1);
  });

  test('refuses without a write for fifteen seconds, then checks again: other processes may have given calls back', async () => {
    const one = process();
    await one.admit(keyId, () => small, 10);
    now += 1_000;
    await one.admit(keyId, () => small, 5);
    for (let made = 0; made < 100; made += 1) {
      expect(reasonOf(await one.admit(keyId, () => small, 1))).toBe('quota_exceeded');
      now += 149;
    }
    expect(calls.update).toBe(2);
    now += 100;
    for (let made = 0; made < 50; made += 1)
      expect(reasonOf(await one.admit(keyId, () => small, 1))).toBe('quota_exceeded');
    expect(calls.update).toBe(3);
  });
});

describe('eight processes whose clocks are up to half a second apart', () => {
  const skews = [-500, -350, -120, 0, 40, 210, 380, 500];

  /** All processes request `n` calls at the same time, many times. Returns the admissions. */
  async function hammer(plan: Limits, n: number, milliseconds: number): Promise<AdmittedCalls[]> {
    const processes = skews.map((skew) => process(skew));
    const all: AdmittedCalls[] = [];
    for (const end = now + milliseconds; now < end; now += 125) {
      const moment = now;
      const results = await Promise.all(processes.map((one) => one.admit(keyId, () => plan, n)));
      for (const [index, result] of results.entries()) {
        if (!('refused' in result)) all.push(result);
        else refusals.push({ reason: result.refused.reason, second: secondOfDay(moment + (skews[index] ?? 0)) });
      }
    }
    return all;
  }

  let refusals: { reason: string; second: number }[];
  beforeEach(() => {
    refusals = [];
  });

  const bySecond = (all: readonly AdmittedCalls[]) => {
    const sums = new Map<number, number>();
    for (const one of all) sums.set(one.second, (sums.get(one.second) ?? 0) + one.n);
    return sums;
  };

  test('admit exactly the limit in each second with demand, and refuse nothing that has room', async () => {
    const all = await hammer(limits, 1, 5_000);
    const sums = bySecond(all);
    expect((await counts()).seconds).toEqual(sums);
    expect(Math.max(...sums.values())).toBe(10);
    for (let interior = second; interior < second + 5; interior += 1) expect(sums.get(interior)).toBe(10);
    for (const refusal of refusals) expect(sums.get(refusal.second)).toBe(10);
    expect(refusals.length).toBeGreaterThan(100);
  });

  test('write once per admitted call, and at most once each for a used-up second', async () => {
    const all = await hammer(limits, 1, 3_000);
    const seconds = bySecond(all).size;
    expect(calls.update).toBeGreaterThanOrEqual(all.length);
    expect(calls.update).toBeLessThanOrEqual(all.length + skews.length * seconds * 2);
  });

  test('count batches as a whole, and refuse none that fits', async () => {
    const all = await hammer(limits, 3, 3_000);
    const sums = bySecond(all);
    expect((await counts()).seconds).toEqual(sums);
    for (const sum of sums.values()) expect(sum).toBeLessThanOrEqual(9);
    for (const refusal of refusals) expect(sums.get(refusal.second)).toBe(9);
  });

  test('admit exactly the day’s quota', async () => {
    const all = await hammer({ callsPerSecond: 10, callsPerDay: 37 }, 1, 6_000);
    expect(all).toHaveLength(37);
    expect((await counts()).used).toBe(37);
    expect(refusals.at(-1)?.reason).toBe('quota_exceeded');
  });

  test('keep each day’s quota over midnight', async () => {
    now = Date.UTC(2026, 10, 21) - 1_500;
    const all = await hammer({ callsPerSecond: 10, callsPerDay: 12 }, 1, 3_000);
    const used = (of: string) => all.filter((one) => one.day === of).length;
    expect([used('2026-11-20'), used('2026-11-21')]).toEqual([12, 12]);
    expect((await item())?.used).toBe(12);
    expect((await item(keyId, '2026-11-21'))?.used).toBe(12);
  });
});

describe('calls given back', () => {
  test('can be made again on the day, but not in the second', async () => {
    const one = process();
    const result = admitted(await one.admit(keyId, () => limits, 5));
    calls.update = 0;
    expect(await one.giveBack(keyId, result, 2)).toEqual({
      at: start,
      limits,
      secondRemaining: 5,
      dayRemaining: 49_997,
    });
    expect(calls.update).toBe(1);
    expect(await counts()).toEqual({ used: 3, seconds: new Map([[second, 5]]) });
  });

  test('can be made at once in the process that gave them back, and within fifteen seconds in others', async () => {
    const small: Limits = { callsPerSecond: 10, callsPerDay: 10 };
    const [one, other] = [process(), process()];
    const result = admitted(await one.admit(keyId, () => small, 10));
    now += 1_000;
    expect(reasonOf(await one.admit(keyId, () => small, 1))).toBe('quota_exceeded');
    expect(reasonOf(await other.admit(keyId, () => small, 1))).toBe('quota_exceeded');
    await one.giveBack(keyId, result, 2);
    admitted(await one.admit(keyId, () => small, 1));
    now += 15_000;
    admitted(await other.admit(keyId, () => small, 1));
    expect(reasonOf(await other.admit(keyId, () => small, 1))).toBe('quota_exceeded');
  });

  test('do not make the process forget a used-up second: further refusals still cost no write', async () => {
    const one = process();
    const result = admitted(await one.admit(keyId, () => limits, 10));
    await one.giveBack(keyId, result, 10);
    calls.update = 0;
    expect(reasonOf(await one.admit(keyId, () => limits, 1))).toBe('rate_limited');
    expect(calls.update).toBe(0);
  });

  test('return to the day they were counted on, also after midnight', async () => {
    now = Date.UTC(2026, 10, 21) - 1;
    const one = process();
    const result = admitted(await one.admit(keyId, () => limits, 5));
    now += 2_000;
    admitted(await one.admit(keyId, () => limits, 1));
    await one.giveBack(keyId, result, 5);
    expect((await item())?.used).toBe(0);
    expect((await item(keyId, '2026-11-21'))?.used).toBe(1);
  });

  test('cannot exceed the day’s count: the table rejects them, and nothing changes, now or later', async () => {
    const one = process();
    const result = admitted(await one.admit(keyId, () => limits, 2));
    expect(await one.giveBack(keyId, result, 3)).toBe(result.limitStatus);
    expect((await counts()).used).toBe(2);
    admitted(await one.admit(keyId, () => limits, 4));
    expect((await counts()).used).toBe(6);
  });
});

describe('the limit status', () => {
  test('is read without counting', async () => {
    const one = process();
    await one.admit(keyId, () => limits, 4);
    Object.assign(calls, { update: 0 });
    expect(await process().limitStatus(keyId, limits)).toEqual({
      at: start,
      limits,
      secondRemaining: 6,
      dayRemaining: 49_996,
    });
    expect(calls).toEqual({ get: 1, put: 0, update: 0, query: 0 });
  });

  test('shows the whole limits for a key without calls today', async () => {
    expect(await process().limitStatus(keyId, limits)).toMatchObject({ secondRemaining: 10, dayRemaining: 50_000 });
    expect(await item()).toBeUndefined();
  });
});

describe('another plan takes effect with the next call', () => {
  test('a larger one, although the smaller one is used up', async () => {
    const one = process();
    await one.admit(keyId, () => limits, 10);
    expect(reasonOf(await one.admit(keyId, () => limits, 1))).toBe('rate_limited');
    const larger: Limits = { callsPerSecond: 50, callsPerDay: 500_000 };
    expect(admitted(await one.admit(keyId, () => larger, 40)).limitStatus).toMatchObject({ secondRemaining: 0 });
    expect(reasonOf(await one.admit(keyId, () => larger, 1))).toBe('rate_limited');
  });

  test('a smaller one, although the larger has room', async () => {
    const [one, other] = [process(), process()];
    await one.admit(keyId, () => ({ callsPerSecond: 50, callsPerDay: 500_000 }), 20);
    expect(reasonOf(await one.admit(keyId, () => limits, 1))).toBe('rate_limited');
    now += 1_000;
    const smallest: Limits = { callsPerSecond: 10, callsPerDay: 20 };
    for (const each of [one, other]) {
      expect(await each.admit(keyId, () => smallest, 1)).toMatchObject({
        refused: { reason: 'quota_exceeded', details: { remaining: 0 } },
      });
    }
  });
});
