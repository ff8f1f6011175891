import { describe, expect, test } from '@jest/globals';
import { Slots } from '../slots.ts';

const startedAt = 1_700_000_000_000;

function slotsWithClock() {
  let now = startedAt;
  const set = (elapsed: number) => {
    now = startedAt + elapsed;
  };
  return { slots: new Slots(() => now, 1000, 400), set };
}

describe('slots', () => {
  test('advance one by one every 400 ms of the clock, if that is their time', () => {
    const { slots, set } = slotsWithClock();
    expect(slots.at('processed')).toBe(1000);
    set(399);
    expect(slots.at('processed')).toBe(1000);
    set(400);
    expect(slots.at('processed')).toBe(1001);
    set(4000);
    expect(slots.at('processed')).toBe(1010);
  });

  test('do not go back when the clock does', () => {
    const { slots, set } = slotsWithClock();
    set(4000);
    expect(slots.at('processed')).toBe(1010);
    set(0);
    expect(slots.at('processed')).toBe(1010);
  });

  test('are confirmed one slot deep and final thirty-two deep', () => {
    const { slots, set } = slotsWithClock();
    expect(slots.commitmentOf(1000)).toBe('processed');
    set(400);
    expect(slots.commitmentOf(1000)).toBe('confirmed');
    set(31 * 400);
    expect(slots.commitmentOf(1000)).toBe('confirmed');
    set(32 * 400);
    expect(slots.commitmentOf(1000)).toBe('finalized');
    expect([slots.at('processed'), slots.at('confirmed'), slots.at('finalized')]).toEqual([1032, 1031, 1000]);
  });

  test('know when they began, in whole seconds', () => {
    const { slots } = slotsWithClock();
    expect(slots.timeOf(1000)).toBe(1_700_000_000);
    expect(slots.timeOf(1002)).toBe(1_700_000_000);
    expect(slots.timeOf(1003)).toBe(1_700_000_001);
  });
});
