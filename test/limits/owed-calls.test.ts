import { beforeEach, describe, expect, test } from '@jest/globals';
import { AwsError } from '../../src/aws/retry.ts';
import type { Admissions } from '../../src/limits/admissions.ts';
import { readCounterState } from '../../src/limits/counter-state.ts';
import type { AdmittedCalls } from '../../src/limits/limit-status.ts';
import { createLog } from '../../src/log.ts';
import type { ItemTable } from '../../src/table/item-table.ts';
import { memoryTable } from '../json-rpc/memory-table.ts';
import { admissionsOn } from '../support/admissions.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const limits = { callsPerSecond: 800, callsPerDay: 1_000 };

let now = noon;
let table: ItemTable;
let writes = 0;
/** What becomes of the next writes: an error without the write, or after it. Then they succeed. */
let fates: ('throttled' | 'answer lost')[] = [];
let lines: string[] = [];

beforeEach(() => {
  [now, writes, fates, lines] = [noon, 0, [], []];
  table = memoryTable();
});

const process = (): Admissions => {
  const update: ItemTable['update'] = async (request) => {
    writes += 1;
    const fate = fates.shift();
    if (fate === 'throttled') throw new AwsError('ThrottlingException', '', { status: 400 });
    const item = await table.update(request);
    if (fate === 'answer lost') throw new Error('no answer');
    return item;
  };
  const log = createLog('warn', (line) => lines.push(line));
  return admissionsOn({ get: table.get, update }, () => now, { log });
};

async function admit(one: Admissions, n: number, keyId = 'key_1'): Promise<AdmittedCalls> {
  const result = await one.admit(keyId, () => limits, n);
  if ('refused' in result) throw result.refused;
  return result;
}

const used = async (day = '2026-11-20', keyId = 'key_1') =>
  readCounterState(await table.get({ pk: `${keyId}#${day}` })).used;

/** Writes of something that a test does. */
async function writesOf(work: () => Promise<unknown>): Promise<number> {
  const before = writes;
  await work();
  return writes - before;
}

describe('calls that a node failed', () => {
  test.each([
    [99, 1],
    [100, 0],
  ])('are returned at once below 100 calls in that second: with %i calls, %i write', async (calls, expected) => {
    const one = process();
    const admitted = await admit(one, calls);
    expect(await writesOf(() => one.giveBack('key_1', admitted, 5))).toBe(expected);
    expect(await used()).toBe(calls - 5 * expected);
  });

  test('cost no write at 100 and more: the next admission of the key returns all of them with its own write', async () => {
    const one = process();
    for (const n of [100, 7]) await one.giveBack('key_1', await admit(one, n), n);
    now += 1_000;
    expect(await writesOf(() => admit(one, 3))).toBe(1);
    expect(await used()).toBe(3);
    await admit(one, 2);
    expect(await used()).toBe(5);
  });

  test('count as returned for the caller at once', async () => {
    const one = process();
    const status = await one.giveBack('key_1', await admit(one, 300), 200);
    expect(status).toMatchObject({ dayRemaining: 900, secondRemaining: 500 });
  });

  test('leave room on a full day for the process that owes them, and never for more than the quota', async () => {
    const [one, other] = [process(), process()];
    const first = await admit(one, 600);
    now += 1_000;
    await admit(other, 400);
    await one.giveBack('key_1', first, 600);
    expect(await one.admit('key_1', () => limits, 601)).toMatchObject({ refused: { reason: 'quota_exceeded' } });
    now += 1_000;
    await admit(one, 600);
    expect(await used()).toBe(1_000);
    expect(await other.admit('key_1', () => limits, 1)).toMatchObject({ refused: { reason: 'quota_exceeded' } });
  });
});

describe('calls for which no admission comes', () => {
  test('are returned by a request of any key ten seconds later, once', async () => {
    const one = process();
    await one.giveBack('key_1', await admit(one, 100), 100);
    now += 9_999;
    expect(await writesOf(() => one.returnOwedCalls())).toBe(0);
    now += 1;
    expect(await writesOf(() => one.returnOwedCalls())).toBe(1);
    expect(await used()).toBe(0);
    now += 10_000;
    expect(await writesOf(() => one.returnOwedCalls())).toBe(0);
  });

  test('return to the day they were counted on, and not to the next one', async () => {
    now = Date.UTC(2026, 10, 21) - 1;
    const one = process();
    await one.giveBack('key_1', await admit(one, 100), 100);
    now += 10_000;
    await admit(one, 1);
    expect([await used(), await used('2026-11-21')]).toEqual([100, 1]);
    await one.returnOwedCalls();
    expect([await used(), await used('2026-11-21')]).toEqual([0, 1]);
  });

  test('of each key are its own', async () => {
    const one = process();
    await one.giveBack('key_1', await admit(one, 100), 100);
    await admit(one, 5, 'key_2');
    expect([await used(), await used('2026-11-20', 'key_2')]).toEqual([100, 5]);
  });
});

describe('a write that does not succeed', () => {
  test('and certainly was not executed returns its calls later', async () => {
    const one = process();
    await one.giveBack('key_1', await admit(one, 100), 100);
    fates = ['throttled'];
    await admit(one, 1);
    expect(await used()).toBe(1);
    expect(lines).toEqual([]);
  });

  test('for want of room returns its calls later', async () => {
    const one = process();
    await one.giveBack('key_1', await admit(one, 100), 100);
    await admit(process(), 650);
    expect(await one.admit('key_1', () => limits, 60)).toMatchObject({ refused: { reason: 'rate_limited' } });
    now += 1_000;
    await admit(one, 1);
    expect(await used()).toBe(651);
  });

  test('and may have been executed is never repeated with them, and is logged', async () => {
    const one = process();
    await one.giveBack('key_1', await admit(one, 100), 100);
    fates = ['answer lost'];
    await admit(one, 1);
    // The lost write has counted its call too.
    expect(await used()).toBe(2);
    await admit(one, 1);
    expect(await used()).toBe(3);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'give_back_failed', pk: 'key_1#2026-11-20', calls: 100 },
    ]);
  });

  test('throttled at once, returns its calls with the next admission', async () => {
    const one = process();
    const admitted = await admit(one, 5);
    fates = ['throttled'];
    await one.giveBack('key_1', admitted, 5);
    expect(await writesOf(() => admit(one, 1))).toBe(1);
    expect(await used()).toBe(1);
  });
});
