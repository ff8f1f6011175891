import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Table } from '../../src/table/item-table.ts';
import {
  addToCounter,
  type CounterAddition,
  maxAttributes,
  type PositionedContribution,
} from '../../src/usage/count-additions.ts';
import { toPosition } from '../../src/usage/stream-records.ts';
import { emptyTable } from '../support/dynamodb.ts';
import { type Calls, counted } from '../table/counted.ts';

let usage: Table;
let calls: Calls;
let keys = 0;
let pk: string;
const sk = 'hour#2026-11-20T12#devnet';

beforeAll(async () => {
  ({ table: usage, calls } = counted(await emptyTable({ sortKey: true })));
});

beforeEach(() => {
  keys += 1;
  pk = `key_${keys}`;
  calls.update = 0;
});

const contribution = (sequence: number, amounts: Record<string, number> = { ok: 1 }): PositionedContribution => ({
  pk,
  sk,
  amounts: new Map(Object.entries(amounts)),
  expiresAt: 1_800_000_000,
  position: toPosition(String(sequence)),
  batchIndex: sequence,
});

const addition = (sequences: readonly number[]): CounterAddition => ({
  pk,
  sk,
  contributions: sequences.map((sequence) => contribution(sequence)),
  firstIndex: 0,
});

const item = () => usage.get({ pk, sk });

describe('adding to a counter', () => {
  test('adds a whole batch in one write, which moves the position', async () => {
    await addToCounter(usage, {
      ...addition([]),
      contributions: [contribution(7, { ok: 2, l3: 2 }), contribution(11, { rpc_error: 1 })],
    });
    expect(await item()).toEqual({
      pk,
      sk,
      ok: 2,
      l3: 2,
      rpc_error: 1,
      position: toPosition('11'),
      expiresAt: 1_800_000_000,
    });
    expect(calls.update).toBe(1);
  });

  test('without contributions writes nothing', async () => {
    await addToCounter(usage, addition([]));
    expect(calls.update).toBe(0);
    expect(await item()).toBeUndefined();
  });

  test('for the second time changes nothing, and costs one write', async () => {
    await addToCounter(usage, addition([1, 2, 3]));
    await addToCounter(usage, addition([1, 2, 3]));
    await addToCounter(usage, addition([2]));
    expect((await item())?.ok).toBe(3);
    expect(calls.update).toBe(3);
  });

  test('adds only the rest of a partly counted batch', async () => {
    await addToCounter(usage, addition([1, 2, 3]));
    await addToCounter(usage, addition([2, 3, 4, 5]));
    expect(await item()).toMatchObject({ ok: 5, position: toPosition('5') });
    expect(calls.update).toBe(3);
  });

  test('compares positions as numbers: 9 digits come before 10', async () => {
    await addToCounter(usage, addition([999_999_998]));
    await addToCounter(usage, addition([999_999_999, 1_000_000_000]));
    await addToCounter(usage, addition([999_999_999]));
    expect((await item())?.ok).toBe(3);
  });

  test('by several consumers at once counts each contribution once', async () => {
    const sequences = Array.from({ length: 12 }, (_, index) => index + 1);
    await Promise.all(sequences.map((end) => addToCounter(usage, addition(sequences.slice(0, end)))));
    expect(await item()).toMatchObject({ ok: 12, position: toPosition('12') });
  });

  const named = (names: number) => Array.from({ length: names }, (_, index) => `n${index}`);

  /** One contribution per name; every third one also adds to the first name. */
  const wide = (names: number): CounterAddition => ({
    ...addition([]),
    contributions: named(names).map((name, index) =>
      contribution(index + 1, { [name]: 1, ...(index % 3 === 1 && { n0: 1 }) }),
    ),
  });

  const wideItem = (names: number) => ({
    ...Object.fromEntries(named(names).map((name) => [name, 1])),
    n0: 1 + Math.floor((names + 1) / 3),
  });

  test.each([
    [maxAttributes, 1],
    [maxAttributes + 1, 2],
    [3 * maxAttributes - 2, 3],
  ])('of %i attributes takes %i writes', async (names, writes) => {
    await addToCounter(usage, wide(names));
    expect(calls.update).toBe(writes);
    expect(await item()).toMatchObject({ ...wideItem(names), position: toPosition(String(names)) });
  });

  test('continues where it was killed between its writes', async () => {
    const names = 3 * maxAttributes;
    let left = 1;
    const dying: Table = {
      ...usage,
      update: (request) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('killed')) : usage.update(request);
      },
    };
    await expect(addToCounter(dying, wide(names))).rejects.toThrow('killed');
    expect(await item()).toMatchObject({ position: toPosition(String(maxAttributes)) });
    await addToCounter(usage, wide(names));
    expect(await item()).toMatchObject(wideItem(names));
  });

  test('adds one record in one write, however much it contributes', async () => {
    const all = Object.fromEntries(named(maxAttributes + 20).map((name) => [name, 1]));
    await addToCounter(usage, { ...addition([]), contributions: [contribution(1, { n0: 1 }), contribution(2, all)] });
    expect(calls.update).toBe(2);
    expect(await item()).toMatchObject({ ...all, n0: 2 });
  });

  test('rejects if the table fails, and may be called again', async () => {
    const failing: Table = { ...usage, update: () => Promise.reject(new Error('down')) };
    await expect(addToCounter(failing, addition([1]))).rejects.toThrow('down');
    await addToCounter(usage, addition([1]));
    expect((await item())?.ok).toBe(1);
  });
});
