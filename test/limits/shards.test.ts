import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Admissions } from '../../src/limits/admissions.ts';
import { admissionsKey } from '../../src/limits/admissions-item.ts';
import type { Admitted } from '../../src/limits/admitted.ts';
import type { Limits } from '../../src/limits/limits.ts';
import type { Refused } from '../../src/limits/refusal.ts';
import { readSeen } from '../../src/limits/seen.ts';
import { shardsOf, shareOf } from '../../src/limits/shards.ts';
import { secondOfDay } from '../../src/limits/windows.ts';
import type { Table } from '../../src/table/table.ts';
import { emptyTable } from '../support/dynamodb.ts';
import { type Calls, counted } from '../table/counted.ts';

const start = Date.UTC(2026, 10, 20, 14, 25, 36);
const day = '2026-11-20';
const second = secondOfDay(start);
const fast: Limits = { callsPerSecond: 2_000, callsPerDay: 50_000_000 };

let table: Table;
let calls: Calls;
let now: number;
let keys = 0;
let keyId: string;

const process = (of: Table = table) => new Admissions(of, () => now);
const items = () =>
  Promise.all([0, 1, 2, 3].map(async (shard) => readSeen(await table.get(admissionsKey(keyId, day, shard)))));
const used = async () => (await items()).reduce((sum, { counts }) => sum + counts.used, 0);
const inSecond = async (of: number) => (await items()).map(({ counts }) => counts.seconds.get(of) ?? 0);

function admitted(verdict: Admitted | Refused): Admitted {
  if ('refused' in verdict) throw verdict.refused;
  return verdict;
}

const reasonOf = (verdict: Admitted | Refused) => ('refused' in verdict ? verdict.refused.reason : undefined);

beforeAll(async () => {
  ({ table, calls } = counted(await emptyTable({ sortKey: false })));
});

beforeEach(() => {
  now = start;
  keys += 1;
  keyId = `fast_${keys}`;
  Object.assign(calls, { get: 0, put: 0, update: 0, query: 0 });
});

test.each([
  [1, 1],
  [500, 1],
  [501, 2],
  [2_000, 4],
  [5_000, 10],
])('a key of %s calls a second is counted in %s items', (callsPerSecond, shards) => {
  expect(shardsOf({ callsPerSecond, callsPerDay: 1 })).toBe(shards);
});

test('the shares of the items add up to the limits', () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.nat(1e9), fc.integer({ min: 1, max: 10 }), (callsPerSecond, callsPerDay, shards) => {
      const shares = Array.from({ length: shards }, (_, shard) =>
        shareOf({ callsPerSecond, callsPerDay }, shard, shards),
      );
      const sum = (of: 'callsPerSecond' | 'callsPerDay') => shares.reduce((total, share) => total + share[of], 0);
      expect([sum('callsPerSecond'), sum('callsPerDay')]).toEqual([callsPerSecond, callsPerDay]);
    }),
  );
});

describe('a fast key', () => {
  test('costs one write a call, and spreads them over its items about evenly', async () => {
    const processes = [process(), process(), process()];
    for (let made = 0; made < 400; made += 1) admitted(await (processes[made % 3] ?? process()).admit(keyId, fast, 1));
    expect(calls.update).toBe(400);
    const counts = await inSecond(second);
    expect(counts.reduce((sum, count) => sum + count)).toBe(400);
    for (const count of counts) expect(count).toBeGreaterThan(60);
  });

  test('is refused only when all of its items are full, and then without a write in the process that knows', async () => {
    const one = process();
    for (let made = 0; made < 20; made += 1) admitted(await one.admit(keyId, fast, 100));
    expect(await inSecond(second)).toEqual([500, 500, 500, 500]);
    calls.update = 0;
    expect(await one.admit(keyId, fast, 1)).toMatchObject({
      refused: { reason: 'rate_limited', details: { limit: 2_000, remaining: 0, retryAfterSeconds: 1 } },
    });
    expect(calls.update).toBe(0);
    expect(reasonOf(await process().admit(keyId, fast, 1))).toBe('rate_limited');
    expect(calls.update).toBe(4);
    now += 1_000;
    admitted(await one.admit(keyId, fast, 100));
  });

  test('has its day’s quota used up exactly', async () => {
    const small: Limits = { callsPerSecond: 2_000, callsPerDay: 301 };
    const processes = [process(), process()];
    let made = 0;
    for (let call = 0; call < 320; call += 1) {
      if (!('refused' in (await (processes[call % 2] ?? process()).admit(keyId, small, 1)))) made += 1;
      now += 5;
    }
    expect(made).toBe(301);
    expect(await used()).toBe(301);
    expect(await processes[0]?.admit(keyId, small, 1)).toMatchObject({
      refused: { reason: 'quota_exceeded', details: { limit: 301, remaining: 0 } },
    });
  });

  test('gets calls back where they were counted, and is told about where it stands', async () => {
    const one = process();
    const all = [];
    for (let made = 0; made < 8; made += 1) all.push(admitted(await one.admit(keyId, fast, 10)));
    for (const verdict of all) await one.giveBack(keyId, verdict, 10);
    expect((await items()).map(({ counts }) => counts.used)).toEqual([0, 0, 0, 0]);
    expect(await one.standing(keyId, fast)).toMatchObject({ secondRemaining: 1_920, dayRemaining: 50_000_000 });
    const { standing } = admitted(await one.admit(keyId, fast, 1));
    expect(standing.limits).toEqual(fast);
    expect(standing.secondRemaining).toBeGreaterThan(1_600);
    expect(standing.secondRemaining).toBeLessThan(2_000);
  });
});

test('twenty processes never admit more than the limit of a second, and all of it', async () => {
  const limits: Limits = { callsPerSecond: 501, callsPerDay: 5_000 };
  const processes = Array.from({ length: 20 }, () => process());
  const bySecond = new Map<number, number>();
  for (let step = 0; step < 40; step += 1) {
    const verdicts = await Promise.all(processes.map((one) => one.admit(keyId, limits, 1)));
    for (const verdict of verdicts) {
      if (!('refused' in verdict)) bySecond.set(verdict.second, (bySecond.get(verdict.second) ?? 0) + 1);
    }
    now += 33;
  }
  expect([...bySecond.values()][0]).toBe(501);
  for (const sum of bySecond.values()) expect(sum).toBeLessThanOrEqual(501);
  expect(await used()).toBe([...bySecond.values()].reduce((sum, made) => sum + made));
});

describe('a key that changes its plan within a day', () => {
  const slow: Limits = { callsPerSecond: 500, callsPerDay: 2_000 };

  test('is held to the slower plan’s quota by all of its calls, wherever they were counted', async () => {
    const one = process();
    for (let made = 0; made < 16; made += 1) admitted(await one.admit(keyId, fast, 100));
    now += 1_000;
    admitted(await one.admit(keyId, slow, 400));
    expect(reasonOf(await one.admit(keyId, slow, 1))).toBe('quota_exceeded');
    expect(reasonOf(await process().admit(keyId, slow, 1))).toBe('quota_exceeded');
    expect(await process().standing(keyId, slow)).toMatchObject({ dayRemaining: 0 });
    now += 86_400_000;
    admitted(await one.admit(keyId, slow, 500));
  });

  test('is held to it by a process, too, that was refused before the key was fast', async () => {
    const [one, other] = [process(), process()];
    admitted(await other.admit(keyId, slow, 500));
    expect(reasonOf(await one.admit(keyId, slow, 1))).toBe('rate_limited');
    now += 1_000;
    for (let made = 0; made < 16; made += 1) admitted(await other.admit(keyId, fast, 100));
    now += 1_000;
    expect(reasonOf(await one.admit(keyId, slow, 1))).toBe('quota_exceeded');
  });

  test('has what was counted elsewhere read once by each process', async () => {
    const [one, other] = [process(), process()];
    for (let made = 0; made < 4; made += 1) admitted(await one.admit(keyId, fast, 100));
    now += 1_000;
    admitted(await one.admit(keyId, slow, 100));
    expect(calls.get).toBe(3);
    admitted(await other.admit(keyId, slow, 400));
    expect(await one.admit(keyId, slow, 1)).toMatchObject({
      refused: { reason: 'rate_limited' },
      standing: { dayRemaining: 2_000 - 400 - 500 },
    });
    expect(calls.get).toBe(6);
  });

  test('takes along what it has used when it goes on to the faster one, and back', async () => {
    admitted(await process().admit(keyId, slow, 500));
    now += 1_000;
    admitted(await process().admit(keyId, fast, 3));
    expect(await process().standing(keyId, fast)).toMatchObject({ dayRemaining: 50_000_000 - 503 });
    now += 1_000;
    expect(admitted(await process().admit(keyId, slow, 1)).standing.dayRemaining).toBe(2_000 - 504);
  });

  test('is counted in the first item by every process that has not seen it spread', async () => {
    for (let made = 0; made < 5; made += 1) admitted(await process().admit(keyId, fast, 1));
    expect((await items()).map(({ counts, shards }) => [counts.used, shards])).toEqual([
      [5, 4],
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
  });
});
