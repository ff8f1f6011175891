import { beforeEach, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { attributesSchema, itemSize } from '../../lab/bench/dynamodb-units/write-units.ts';
import { seededRandom } from '../../lab/bench/statistics.ts';
import { readCounterState } from '../../src/limits/counter-state.ts';
import { admissionsKey } from '../../src/limits/counter-writes.ts';
import { firstKeptSecond, oldSeconds, overdueSeconds } from '../../src/limits/old-seconds.ts';
import { toAttributes } from '../../src/table/attribute-value.ts';
import type { UpdateRequest } from '../../src/table/item-table.ts';
import { dayOf, secondOfDay } from '../../src/time.ts';
import { type MemoryTable, memoryTable } from '../json-rpc/memory-table.ts';
import { admissionsOn } from '../support/admissions.ts';

const dayStart = Date.UTC(2026, 10, 20);
const start = dayStart + 52_000_200;
const limits = { callsPerSecond: 800, callsPerDay: 2_000_000 };
const holding = (...seconds: number[]) => ({ used: 0, seconds: new Map(seconds.map((second) => [second, 1])) });

describe('the seconds of a day that may be removed', () => {
  test('lie half a minute behind DynamoDB’s time', () => {
    expect(firstKeptSecond(dayStart, dayStart + 100_000)).toBe(70);
    expect(firstKeptSecond(dayStart, dayStart + 100_999)).toBe(70);
    expect(oldSeconds(holding(0, 69, 70, 100), 70)).toEqual([0, 69]);
  });

  test('are none without DynamoDB’s time, and none in the day’s first half minute', () => {
    expect(oldSeconds(holding(0, 86_399), firstKeptSecond(dayStart, undefined))).toEqual([]);
    expect(oldSeconds(undefined, firstKeptSecond(dayStart, undefined))).toEqual([]);
    expect(oldSeconds(undefined, firstKeptSecond(dayStart, dayStart + 29_999))).toEqual([]);
    expect(oldSeconds(holding(0), firstKeptSecond(dayStart, dayStart - 5_000))).toEqual([]);
  });

  test('are thirty by name for a process that has not seen the item, within the day', () => {
    expect(oldSeconds(undefined, 70)).toEqual(Array.from({ length: 30 }, (_, index) => 40 + index));
    expect(oldSeconds(undefined, 2)).toEqual([0, 1]);
    expect(oldSeconds(undefined, 86_402).at(-1)).toBe(86_399);
    expect(oldSeconds(undefined, 100_000)).toEqual([]);
  });

  test('take a write of their own when there are more than sixty', () => {
    const sixty = Array.from({ length: 60 }, (_, second) => second);
    expect(overdueSeconds(holding(...sixty, 1_000), 500)).toEqual([]);
    expect(overdueSeconds(holding(...sixty, 60, 1_000), 500)).toEqual([...sixty, 60]);
  });
});

describe('an item', () => {
  let table: MemoryTable;
  let now: number;
  let writes: UpdateRequest[];

  beforeEach(() => {
    table = memoryTable();
    now = start;
    writes = [];
  });

  /** A process, and the `Date` of DynamoDB's last answer to it: in whole seconds, and at first that of INIT. */
  function process() {
    let lastDate = now;
    const update = (request: UpdateRequest) => {
      writes.push(request);
      lastDate = Math.floor(now / 1_000) * 1_000;
      return table.update(request);
    };
    return admissionsOn({ ...table, update }, () => now, { lastDate: () => lastDate });
  }

  const item = (keyId: string) => table.items.get(`${admissionsKey(keyId, dayOf(now)).pk}/`) ?? {};
  const sizeOf = (keyId: string) => itemSize(v.parse(attributesSchema, toAttributes(item(keyId))));

  // A key's id as long as a real one.
  const keyId = `key_${'0'.repeat(26)}`;

  test.each([
    ['at 0.02 calls a second from one process', 1, 0.02, 20_000],
    ['at 0.5 calls a second from 64 processes', 64, 0.5, 1_200],
    ['at one call a second from 2,000 processes', 2_000, 1, 4_000],
    ['at 5 calls a second from 2,000 processes', 2_000, 5, 800],
    ['at 50 calls a second from 410 processes', 410, 50, 120],
    ['at 50 calls a second from 2,000 processes', 2_000, 50, 120],
    ['at 800 calls a second from 400 processes', 400, 800, 45],
    ['at one call a second, each from a new process', 0, 1, 3_000],
    ['at one call in 50 seconds, each from a new process', 0, 0.02, 30_000],
  ])('%s stays below one write unit, at one write per admission', async (_, size, perSecond, seconds) => {
    const processes = Array.from({ length: size }, process);
    const random = seededRandom(1);
    let largest = 0;
    let admissions = 0;
    for (; now < start + seconds * 1_000; admissions += 1) {
      const one = processes[Math.floor(random() * size)] ?? process();
      await one.admit(keyId, () => limits, 1);
      if (admissions % Math.ceil(perSecond) === 0) largest = Math.max(largest, sizeOf(keyId));
      now += (-Math.log(1 - random()) * 1_000) / perSecond;
    }
    expect(largest).toBeLessThan(1_024);
    expect(writes.length / admissions).toBeLessThanOrEqual(1.02);
  });

  test('keeps the seconds of the last half minute, in which other processes still count', async () => {
    const [one, other] = [process(), process()];
    for (let step = 0; step < 400; step += 1) {
      await (step % 3 === 0 ? one : other).admit('key_1', () => limits, 1);
      const { seconds } = readCounterState(item('key_1'));
      for (let ago = 0; ago <= Math.min(29, step / 2 - 1); ago += 1) {
        expect(seconds.has(secondOfDay(now - ago * 1_000))).toBe(true);
      }
      now += 500;
    }
  });

  test('is not cleared by a process whose clock is ten minutes ahead', async () => {
    await process().admit('key_1', () => ({ ...limits, callsPerSecond: 1 }), 1);
    const ahead = admissionsOn(table, () => now + 600_000, { lastDate: () => now });
    for (let made = 0; made < 5; made += 1) await ahead.admit('key_1', () => limits, 1);
    expect(await process().admit('key_1', () => ({ ...limits, callsPerSecond: 1 }), 1)).toHaveProperty('refused');
  });

  test('never gets a second added and removed by one write', async () => {
    const behind = admissionsOn(table, () => now - 45_000, { lastDate: () => now });
    expect(await behind.admit('key_1', () => limits, 1)).toMatchObject({ second: secondOfDay(now - 45_000) });
    expect(await behind.admit('key_1', () => limits, 1)).toMatchObject({ second: secondOfDay(now - 45_000) });
  });
});
