import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createLog } from '../../src/log.ts';
import { type Outcome, outcomes } from '../../src/records/outcome.ts';
import type { Table } from '../../src/table/item-table.ts';
import { createLastUsed, type LastUsed, lastUsedAt, lastUsedKey } from '../../src/usage/last-used.ts';
import { emptyTable } from '../support/dynamodb.ts';
import { type Calls, counted } from '../table/counted.ts';
import { noon, recordOf } from './record.ts';

const minutes = (n: number) => n * 60_000;
let usage: Table;
let calls: Calls;
let keys = 0;
let keyId: string;
let lines: string[];
let lastUsed: LastUsed;

const newProcess = (table = usage) =>
  createLastUsed(
    table,
    createLog('info', (line) => lines.push(line)),
  );
const used = (at: number) => recordOf({ keyId, at });
const known = async () => (await lastUsedAt(usage, [keyId])).get(keyId);

beforeAll(async () => {
  ({ table: usage, calls } = counted(await emptyTable({ sortKey: true })));
});

beforeEach(() => {
  keys += 1;
  keyId = `key_${keys}`;
  lines = [];
  lastUsed = newProcess();
  calls.update = 0;
});

describe('the last use of a key', () => {
  test('is unknown for an unused key', async () => expect(await known()).toBeUndefined());

  test('is the latest request of a batch in any order', async () => {
    await lastUsed.note([used(noon), used(noon + 2_000), used(noon + 1_000)]);
    expect(await known()).toBe(noon + 2_000);
    expect(calls.update).toBe(1);
    // It expires 400 days later, as the hours of the key do.
    const expiresAt = noon / 1_000 + 2 + 400 * 86_400;
    expect(await usage.get(lastUsedKey(keyId))).toEqual({ ...lastUsedKey(keyId), at: noon + 2_000, expiresAt });
  });

  test('is separate for each key', async () => {
    await lastUsed.note([used(noon), recordOf({ keyId: `${keyId}b`, at: noon + 1 })]);
    const found = await lastUsedAt(usage, [keyId, `${keyId}b`, `${keyId}c`]);
    expect([...found].toSorted()).toEqual([
      [keyId, noon],
      [`${keyId}b`, noon + 1],
    ]);
    expect(await lastUsedAt(usage, [])).toEqual(new Map());
  });

  test('is any request except those that the authorizer refused, with any outcome', async () => {
    const counts: Outcome[] = [];
    for (const outcome of outcomes) {
      calls.update = 0;
      await newProcess().note([recordOf({ keyId: `${keyId}_${outcome}`, outcome })]);
      if (calls.update === 1) counts.push(outcome);
    }
    expect(outcomes.filter((outcome) => !counts.includes(outcome))).toEqual([
      'key_revoked',
      'key_expired',
      'plan_inactive',
    ]);
  });

  test('is not read as a counter', async () => {
    await lastUsed.note([used(noon)]);
    for (const span of ['minute#', 'hour#']) expect(await Array.fromAsync(usage.query(keyId, span))).toEqual([]);
  });
});

describe('is written at most once in five minutes', () => {
  test('by one process, which does not even read it again', async () => {
    for (const at of [0, 1, minutes(5) - 1]) await lastUsed.note([used(noon + at)]);
    expect(calls.update).toBe(1);
    await lastUsed.note([used(noon + minutes(5))]);
    expect(calls.update).toBe(2);
    expect(await known()).toBe(noon + minutes(5));
  });

  test('by several processes, each of which tries once', async () => {
    await lastUsed.note([used(noon)]);
    const other = newProcess();
    for (let n = 1; n < 5; n += 1) await other.note([used(noon + minutes(n))]);
    expect(calls.update).toBe(2);
    expect(await known()).toBe(noon);
  });

  test('and never set back by late or repeated deliveries', async () => {
    await lastUsed.note([used(noon)]);
    await newProcess().note([used(noon - minutes(60))]);
    await newProcess().note([used(noon)]);
    expect(await known()).toBe(noon);
  });

  test('by any processes in any order: writes are five minutes apart, and no use is more outdated', async () => {
    const batches = fc.array(
      fc.record({
        process: fc.nat(2),
        restarts: fc.boolean(),
        uses: fc.array(fc.integer({ min: 0, max: minutes(30) }), { minLength: 1, maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(batches, async (deliveries) => {
        keys += 1;
        keyId = `key_${keys}`;
        const written: number[] = [];
        const table: Table = {
          ...usage,
          update: async (request) => {
            const item = await usage.update(request);
            written.push(Number(item.at));
            return item;
          },
        };
        const processes = [newProcess(table), newProcess(table), newProcess(table)];
        for (const { process, restarts, uses } of deliveries) {
          if (restarts) processes[process] = newProcess(table);
          await processes[process]?.note(uses.map((at) => used(noon + at)));
        }
        const latest = noon + Math.max(...deliveries.flatMap(({ uses }) => uses));
        const at = (await known()) ?? 0;
        expect(at).toBeLessThanOrEqual(latest);
        expect(at).toBeGreaterThan(latest - minutes(5));
        for (const [index, one] of written.slice(1).entries()) {
          expect(one - (written[index] ?? 0)).toBeGreaterThanOrEqual(minutes(5));
        }
      }),
      { numRuns: 30 },
    );
  });
});

test('a failed write is logged and not thrown, and the next request repeats it', async () => {
  let isDown = true;
  const failing: Table = {
    ...usage,
    update: (request) => (isDown ? Promise.reject(new Error('down')) : usage.update(request)),
  };
  const process = newProcess(failing);
  await process.note([used(noon)]);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'warn', event: 'last_used_failed', keyId, detail: 'Error: down' },
  ]);
  isDown = false;
  await process.note([used(noon + 1)]);
  expect(await known()).toBe(noon + 1);
});

test('a process caches 10,000 keys, and tries a removed one again', async () => {
  let updates = 0;
  const remembering = newProcess({
    ...usage,
    update: async () => {
      updates += 1;
      return {};
    },
  });
  const all = Array.from({ length: 10_001 }, (_, index) => recordOf({ keyId: `many_${index}` }));
  await remembering.note(all);
  await remembering.note(all.slice(1));
  expect(updates).toBe(10_001);
  await remembering.note(all.slice(0, 1));
  expect(updates).toBe(10_002);
});
