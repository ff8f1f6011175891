import { beforeEach, describe, expect, test } from '@jest/globals';
import { Admissions } from '../../src/limits/admissions.ts';
import { dayMs, endOfDay } from '../../src/time.ts';
import { type MemoryTable, memoryTable } from '../json-rpc/memory-table.ts';

const limits = { callsPerSecond: 3, callsPerDay: 10 };
const start = Date.UTC(2026, 10, 20, 14, 25, 36, 200);

let table: MemoryTable;
let now: number;
let admissions: Admissions;

/** Another process, which knows nothing of what this one knows. */
const elsewhere = () => new Admissions(table, () => now);
const expects = (n = 1) => admissions.expects('key_1', limits, n);

beforeEach(() => {
  table = memoryTable();
  now = start;
  admissions = new Admissions(table, () => now);
});

describe('a process expects that calls are admitted', () => {
  test('of a key that it has not seen', () => expect(expects(3)).toBe(true));

  test('unless they are more than any window has room for', () => expect(expects(4)).toBe(false));

  test('as far as the counters that it has seen leave room for them', async () => {
    await admissions.admit('key_1', limits, 2);
    expect([expects(1), expects(2)]).toEqual([true, false]);
    now += 1_000;
    expect(expects(3)).toBe(true);
  });

  test('of one key, whatever it knows of another', async () => {
    await admissions.admit('key_2', limits, 3);
    await admissions.admit('key_2', limits, 1);
    expect([expects(), admissions.expects('key_2', limits, 1)]).toEqual([true, false]);
  });
});

describe('a process that has seen a key refused does not expect it', () => {
  test('until the second ends, were it for fewer calls', async () => {
    await elsewhere().admit('key_1', limits, 2);
    await admissions.admit('key_1', limits, 2);
    now = start + 799;
    expect(expects(1)).toBe(false);
    now = start + 800;
    expect(expects(1)).toBe(true);
  });

  test('until the day ends, though it believes in the counters for seconds only', async () => {
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

  test('until the day ends, though a second refuses it in between', async () => {
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

test('a process that could not count a key’s calls does not expect it until the second ends', async () => {
  const update = () => Promise.reject(new Error('down'));
  admissions = new Admissions({ ...table, update }, () => now);
  await expect(admissions.admit('key_1', limits, 1)).rejects.toMatchObject({ reason: 'limits_unavailable' });
  expect(expects()).toBe(false);
  now += 800;
  expect(expects()).toBe(true);
});
