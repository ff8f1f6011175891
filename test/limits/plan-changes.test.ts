import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Admissions } from '../../src/limits/admissions.ts';
import type { Limits } from '../../src/plans.ts';
import { secondOfDay } from '../../src/time.ts';
import { type MemoryTable, memoryTable } from '../json-rpc/memory-table.ts';
import { admissionsOn } from '../support/admissions.ts';

const start = Date.UTC(2026, 10, 20, 14, 25, 36, 200);
const slow: Limits = { callsPerSecond: 10, callsPerDay: 500 };
const fast: Limits = { callsPerSecond: 2_000, callsPerDay: 50_000 };

let table: MemoryTable;
let now = start;

const process = (skewMs = 0) => admissionsOn(table, () => now + skewMs);

beforeEach(() => {
  table = memoryTable();
  now = start;
});

/** Makes calls until one is refused, second by second. Returns the number of admissions. */
async function exhaust(one: Admissions, limits: Limits, atMost: number): Promise<number> {
  let admitted = 0;
  let size = Math.min(limits.callsPerSecond, 50);
  while (admitted < atMost && size > 0) {
    const result = await one.admit('key_1', () => limits, Math.min(size, atMost - admitted));
    if (!('refused' in result)) admitted += result.n;
    else if (result.refused.reason === 'quota_exceeded') size = Math.floor(size / 2);
    else now += 1_000;
  }
  return admitted;
}

describe('a key whose plan changes on one day', () => {
  test.each([1, 3])('never exceeds the limits of the plan at each call (%s processes)', async (size) => {
    const processes = Array.from({ length: size }, () => process());
    let total = 0;
    for (const [limits, atMost] of [
      [slow, 99],
      [fast, 99],
      [slow, 51],
      [fast, 201],
      [slow, 999],
    ] as const) {
      for (const one of processes) total += await exhaust(one, limits, atMost / size);
      now += 1_000;
    }
    expect(total).toBe(slow.callsPerDay);
    for (const one of [...processes, process()]) expect(await exhaust(one, slow, 1)).toBe(0);
  });

  test('gets its larger quota at once in a process that refused it under the smaller one', async () => {
    const one = process();
    expect(await exhaust(one, fast, 40_000)).toBe(40_000);
    now += 1_000;
    expect(await one.admit('key_1', () => slow, 1)).toMatchObject({
      refused: { reason: 'quota_exceeded', details: { remaining: 0 } },
    });
    expect(await one.admit('key_1', () => fast, 1)).toMatchObject({ n: 1, limitStatus: { dayRemaining: 9_999 } });
    expect(await exhaust(one, fast, 50_000)).toBe(9_999);
  });

  test('gets its higher rate at once in a process that refused it under the lower one', async () => {
    const one = process();
    expect(await one.admit('key_1', () => slow, 10)).toMatchObject({ n: 10 });
    expect(await one.admit('key_1', () => slow, 1)).toMatchObject({ refused: { reason: 'rate_limited' } });
    expect(await one.admit('key_1', () => fast, 1_990)).toMatchObject({ limitStatus: { secondRemaining: 0 } });
    expect(await one.admit('key_1', () => fast, 1)).toMatchObject({ refused: { reason: 'rate_limited' } });
  });
});

describe('a process whose clock is wrong', () => {
  test.each([600_000, -600_000])('by %s ms removes no counter that others use', async (skewMs) => {
    const right = [process(-300), process(), process(300)];
    const wrong = process(skewMs);
    const bySecond = new Map<number, number>();
    for (let step = 0; step < 400; step += 1) {
      await wrong.admit('key_1', () => slow, 1);
      for (const one of right) {
        const result = await one.admit('key_1', () => ({ ...slow, callsPerDay: 50_000 }), 1);
        if (!('refused' in result)) bySecond.set(result.second, (bySecond.get(result.second) ?? 0) + 1);
      }
      now += 37;
    }
    expect(Math.max(...bySecond.values())).toBe(10);
    for (let second = secondOfDay(start); second < secondOfDay(now); second += 1) expect(bySecond.get(second)).toBe(10);
  });

  test('that is set back ignores its cache, so that it does not refuse because of it', async () => {
    let skewMs = 600_000;
    const one = admissionsOn(table, () => now + skewMs);
    const spent = { callsPerSecond: 10, callsPerDay: 10 };
    const result = await one.admit('key_1', () => spent, 10);
    expect(await one.admit('key_1', () => spent, 1)).toMatchObject({ refused: { reason: 'quota_exceeded' } });
    if ('refused' in result) throw result.refused;
    await process().giveBack('key_1', result, 10);
    skewMs = 0;
    expect(await one.admit('key_1', () => spent, 1)).toMatchObject({ n: 1 });
  });
});
