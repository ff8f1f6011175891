import { describe, expect, test } from '@jest/globals';
import { dayChoices, dayOfRange, noDay, rangeOfDay } from '../../../../../dashboard/pages/usage/analysis/day-range.ts';

const now = Date.UTC(2026, 10, 20, 12, 30);

describe('the choice of a day', () => {
  test('has every UTC day of which requests are kept', () => {
    expect(dayChoices(1, now).map(({ label }) => label)).toEqual(['The range above', 'Today', 'Yesterday']);
    const days = dayChoices(90, now);
    expect([days.length, days[3]]).toEqual([92, { value: '2026-11-18T00:00:00.000Z', label: '18 Nov 2026' }]);
  });

  test('is a custom range in the address, and read from it', () => {
    for (const { value } of dayChoices(3, now)) expect(dayOfRange(rangeOfDay(value))).toBe(value);
    expect(rangeOfDay('2026-11-18T00:00:00.000Z')).toMatchObject({ range: 'custom', to: '2026-11-19T00:00:00.000Z' });
    const longer = { from: '2026-11-18T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' };
    expect(dayOfRange(longer)).toBe(noDay);
    expect(dayOfRange({ from: '2026-11-18T01:00:00.000Z', to: '2026-11-19T01:00:00.000Z' })).toBe(noDay);
  });
});
