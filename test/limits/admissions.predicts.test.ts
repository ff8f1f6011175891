import { beforeEach, describe, expect, test } from '@jest/globals';
import { AwsError } from '../../src/aws/retry.ts';
import type { Admissions } from '../../src/limits/admissions.ts';
import { endOfDay } from '../../src/time.ts';
import { type MemoryTable, memoryTable } from '../json-rpc/memory-table.ts';
import { admissionsOn } from '../support/admissions.ts';

const limits = { callsPerSecond: 3, callsPerDay: 10 };
const start = Date.UTC(2026, 10, 20, 14, 25, 36, 200);

let table: MemoryTable;
let now: number;
let failure: Error | undefined;
let admissions: Admissions;

/** Another process, which has seen nothing yet. */
const elsewhere = () => admissionsOn(table, () => now);
const expects = (n = 1) => admissions.predictsAdmission('key_1', () => limits, n);

beforeEach(() => {
  table = memoryTable();
  now = start;
  failure = undefined;
  const update: MemoryTable['update'] = (request) => (failure ? Promise.reject(failure) : table.update(request));
  admissions = admissionsOn({ ...table, update }, () => now);
});

describe('a process expects an admission', () => {
  test('for an unknown key', () => expect(expects(3)).toBe(true));

  test('unless the calls exceed the limit of a window', () => expect(expects(4)).toBe(false));

  test('if every second that it last saw has room, also those of other processes', async () => {
    await elsewhere().admit('key_1', () => limits, 2);
    now += 5_000;
    await admissions.admit('key_1', () => limits, 1);
    expect([expects(1), expects(2)]).toEqual([true, false]);
    now += 20_000;
    expect([expects(1), expects(2)]).toEqual([true, false]);
  });

  test('again, when it sees only seconds with room', async () => {
    const dated = admissionsOn(table, () => now, { lastDate: () => now });
    await dated.admit('key_1', () => limits, 3);
    expect(dated.predictsAdmission('key_1', () => limits, 1)).toBe(false);
    for (const waitMs of [40_000, 1_000]) {
      now += waitMs;
      await dated.admit('key_1', () => limits, 1);
    }
    expect(dated.predictsAdmission('key_1', () => limits, 2)).toBe(true);
  });

  test('for one key, independently of other keys', async () => {
    await admissions.admit('key_2', () => limits, 3);
    await admissions.admit('key_2', () => limits, 1);
    expect([expects(), admissions.predictsAdmission('key_2', () => limits, 1)]).toEqual([true, false]);
  });
});

describe('a process expects no admission until one succeeds', () => {
  test('after a refusal by the second, also in the next second', async () => {
    await elsewhere().admit('key_1', () => limits, 2);
    await admissions.admit('key_1', () => limits, 2);
    now += 1_000;
    expect(expects()).toBe(false);
    await admissions.admit('key_1', () => limits, 1);
    expect(expects()).toBe(true);
  });

  test('after a refusal by the day, so one call of a process and day at most is forwarded in vain', async () => {
    for (let times = 0; times < 5; times += 1) {
      await elsewhere().admit('key_1', () => limits, 2);
      now += 1_000;
    }
    await admissions.admit('key_1', () => limits, 1);
    now = endOfDay(start);
    expect(expects()).toBe(false);
    await admissions.admit('key_1', () => limits, 1);
    expect(expects()).toBe(true);
  });

  test.each([
    ['throttled', new AwsError('ThrottlingException', 'for a test', { status: 400 })],
    ['not answered', new Error('down')],
  ])('after a write that was %s', async (_, error) => {
    await admissions.admit('key_1', () => limits, 1);
    failure = error;
    await expect(admissions.admit('key_1', () => limits, 1)).rejects.toMatchObject({ reason: 'limits_unavailable' });
    failure = undefined;
    now += 5_000;
    expect(expects()).toBe(false);
    await admissions.admit('key_1', () => limits, 1);
    expect(expects()).toBe(true);
  });
});

test('a batch that the day’s last calls cannot hold is not expected, however old the counters are', async () => {
  for (const n of [2, 2, 2, 2, 1]) {
    await admissions.admit('key_1', () => limits, n);
    now += 1_000;
  }
  now += 60_000;
  expect([expects(1), expects(2)]).toEqual([true, false]);
});
