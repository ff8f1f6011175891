import { beforeEach, describe, expect, test } from '@jest/globals';
import { Admissions } from '../../src/limits/admissions.ts';
import { dayMs, endOfDay } from '../../src/time.ts';
import { type MemoryTable, memoryTable } from '../json-rpc/memory-table.ts';

const limits = { callsPerSecond: 3, callsPerDay: 10 };
const start = Date.UTC(2026, 10, 20, 14, 25, 36, 200);

let table: MemoryTable;
let now: number;
let admissions: Admissions;

/** Another process with an empty cache. */
const elsewhere = () => new Admissions(table, () => now);
const expects = (n = 1) => admissions.predictsAdmission('key_1', limits, n);

beforeEach(() => {
  table = memoryTable();
  now = start;
  admissions = new Admissions(table, () => now);
});

describe('a process expects an admission', () => {
  test('for an unknown key', () => expect(expects(3)).toBe(true));

  test('unless the calls exceed the limit of a window', () => expect(expects(4)).toBe(false));

  test('if the counters that it last read have room', async () => {
    await admissions.admit('key_1', limits, 2);
    expect([expects(1), expects(2)]).toEqual([true, false]);
    now += 1_000;
    expect(expects(3)).toBe(true);
  });

  test('for one key, independently of other keys', async () => {
    await admissions.admit('key_2', limits, 3);
    await admissions.admit('key_2', limits, 1);
    expect([expects(), admissions.predictsAdmission('key_2', limits, 1)]).toEqual([true, false]);
  });
});

describe('after a refusal a process expects no admission', () => {
  test('until the second ends, even of fewer calls', async () => {
    await elsewhere().admit('key_1', limits, 2);
    await admissions.admit('key_1', limits, 2);
    now = start + 799;
    expect(expects(1)).toBe(false);
    now = start + 800;
    expect(expects(1)).toBe(true);
  });

  test('until the day ends, although it caches the counters for seconds only', async () => {
    for (let times = 0; times < 5; times += 1) {
      await elsewhere().admit('key_1', limits, 2);
      now += 1_000;
    }
    await admissions.admit('key_1', limits, 1);
    now = endOfDay(start) - 1;
    expect(expects()).toBe(false);
    now += 1;
    expect(expects()).toBe(true);
  });

  test('until the day ends, also after another refusal by a second', async () => {
    for (let times = 0; times < 3; times += 1) {
      await elsewhere().admit('key_1', limits, 3);
      now += 1_000;
    }
    await admissions.admit('key_1', limits, 2);
    await elsewhere().admit('key_1', limits, 1);
    await admissions.admit('key_1', { callsPerSecond: 1, callsPerDay: 100 }, 1);
    now += 11_000;
    expect(expects()).toBe(false);
    now += dayMs;
    expect(expects()).toBe(true);
  });
});

test('after DynamoDB failed, a process expects no admission until the second ends', async () => {
  const update = () => Promise.reject(new Error('down'));
  admissions = new Admissions({ ...table, update }, () => now);
  await expect(admissions.admit('key_1', limits, 1)).rejects.toMatchObject({ reason: 'limits_unavailable' });
  expect(expects()).toBe(false);
  now += 800;
  expect(expects()).toBe(true);
});
