import { describe, expect, test } from '@jest/globals';
import type { FreedSlot } from '../../src/directory/directory-items.ts';
import { createReadCalls, effectiveLimits, slotsFreedToday, takeSlot } from '../../src/keys/key-slots.ts';
import { admissionsOn } from '../support/admissions.ts';
import { emptyTable } from '../support/dynamodb.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const midnight = Date.UTC(2026, 10, 21);
const day = '2026-11-20';

const freed = (keyId: string, more: Partial<FreedSlot> = {}): FreedSlot => ({
  keyId,
  revokedAt: noon - 1_000,
  ...more,
});

/** Takes a slot after these calls of keys today; `asked` lists the keys whose calls were read. */
async function take(active: number, allowed: number, slots: readonly FreedSlot[], calls: Record<string, number> = {}) {
  const asked: string[] = [];
  const readCalls = async (keyId: string, of: string) => {
    asked.push(`${keyId}#${of}`);
    return calls[keyId] ?? 0;
  };
  return { ...(await takeSlot({ active, allowed, freed: slots, lacking: () => 0 }, noon, readCalls)), asked };
}

describe('a new key', () => {
  test('takes an unused slot and starts with no calls', async () => {
    const slots = [freed('a')];
    expect(await take(1, 3, slots, { a: 7 })).toEqual({ freedSlots: slots, asked: [] });
  });

  test('takes over the least used slot if every slot has been used today, and leaves the others', async () => {
    const slots = [freed('a'), freed('b'), freed('c')];
    expect(await take(0, 3, slots, { a: 7, b: 3, c: 5 })).toEqual({
      startedWith: { calls: 3, day },
      freedSlots: [slots[0], slots[2]],
      asked: ['a', 'b', 'c'].map((keyId) => `${keyId}#${day}`),
    });
  });

  test('takes the slot freed first if several were used equally, and starts with no calls in one without calls', async () => {
    expect(await take(1, 3, [freed('a'), freed('b')])).toMatchObject({ freedSlots: [{ keyId: 'b' }] });
    expect(await take(1, 3, [freed('a'), freed('b')], { a: 1 })).not.toHaveProperty('startedWith');
  });

  test('takes over a slot also if a larger plan has left more slots than the current plan allows', async () => {
    const slots = [freed('a'), freed('b'), freed('c'), freed('d')];
    const taken = await take(2, 3, slots, { a: 4, b: 3, c: 2, d: 1 });
    expect(taken).toMatchObject({ startedWith: { calls: 1 }, freedSlots: slots.slice(0, 3) });
  });

  test('starts with all calls made in its slot today, by any key', async () => {
    const today = freed('a', { startedWith: { calls: 10, day } });
    expect(await take(0, 1, [today], { a: 7 })).toMatchObject({ startedWith: { calls: 17, day } });
    const yesterday = freed('a', { startedWith: { calls: 10, day: '2026-11-19' } });
    expect(await take(0, 1, [yesterday], { a: 7 })).toMatchObject({ startedWith: { calls: 7, day } });
  });

  test('is not created if the calls cannot be read', async () => {
    const down = () => Promise.reject(new Error('down'));
    await expect(
      takeSlot({ active: 0, allowed: 1, freed: [freed('a')], lacking: () => 0 }, noon, down),
    ).rejects.toThrow('down');
  });
});

test.each([
  ['on the day it was freed', noon, midnight - 1, 1],
  ['not on the next day', noon, midnight, 0],
  ['not on the next day, however shortly before it was freed', midnight - 1, midnight, 0],
  ['if the clock goes back', noon, noon - 60_000, 1],
])('a freed slot counts %s', (_, revokedAt, at, count) => {
  expect(slotsFreedToday([freed('a', { revokedAt })], at)).toHaveLength(count);
});

test('the calls of a key are those admitted on that day', async () => {
  const table = await emptyTable({ sortKey: false });
  const limits = { callsPerSecond: 100, callsPerDay: 1_000 };
  await admissionsOn(table, () => noon).admit('key_a', () => limits, 30);
  await admissionsOn(table, () => midnight).admit('key_a', () => limits, 2);
  const readCalls = createReadCalls(table);
  expect(await readCalls('key_a', day)).toBe(30);
  expect(await readCalls('key_a', '2026-11-21')).toBe(2);
  expect(await readCalls('key_b', day)).toBe(0);
});

describe('the limits of a key', () => {
  const limits = { callsPerSecond: 10, callsPerDay: 100 };

  test('are reduced by the calls it started with, only on that day', () => {
    const startedWith = { calls: 30, day };
    expect(effectiveLimits(limits, { startedWith }, noon)).toEqual({ callsPerSecond: 10, callsPerDay: 70 });
    expect(effectiveLimits(limits, { startedWith }, midnight - 1)).toEqual({ callsPerSecond: 10, callsPerDay: 70 });
    expect(effectiveLimits(limits, { startedWith }, midnight)).toEqual(limits);
    expect(effectiveLimits(limits, {}, noon)).toEqual(limits);
  });

  test('never fall below 0, and admit nothing at 0', async () => {
    const none = effectiveLimits(limits, { startedWith: { calls: 101, day } }, noon);
    expect(none).toEqual({ callsPerSecond: 10, callsPerDay: 0 });
    const admissions = admissionsOn(await emptyTable({ sortKey: false }), () => noon);
    expect(await admissions.admit('key_a', () => none, 1)).toMatchObject({ refused: { reason: 'quota_exceeded' } });
    const few = effectiveLimits(limits, { startedWith: { calls: 98, day } }, noon);
    expect(await admissions.admit('key_b', () => few, 3)).toMatchObject({ refused: { reason: 'quota_exceeded' } });
    expect(await admissions.admit('key_b', () => few, 2)).not.toHaveProperty('refused');
    expect(await admissions.admit('key_b', () => few, 1)).toMatchObject({ refused: { reason: 'quota_exceeded' } });
  });
});
