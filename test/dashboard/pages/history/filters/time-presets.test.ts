import { describe, expect, test } from '@jest/globals';
import { isChosen, timePresets } from '../../../../../dashboard/pages/history/filters/time-presets.ts';

const now = Date.parse('2026-11-20T15:30:45.678Z');
const presets = (historyDays: number) => timePresets(now, historyDays, 'UTC');
const labels = (historyDays: number) => presets(historyDays).map(({ label }) => label);

describe('the time presets', () => {
  test('start at a whole minute or UTC day, and the last one has the whole history', () => {
    expect(presets(30)).toEqual([
      { label: 'Last hour', from: '2026-11-20T14:30:00.000Z' },
      { label: 'Today', from: '2026-11-20T00:00:00.000Z' },
      { label: 'Last 7 days', from: '2026-11-13T15:30:00.000Z' },
      { label: 'All 30 days', from: undefined },
    ]);
  });

  test('say in another zone that today is the UTC day', () => {
    expect(timePresets(now, 1, 'Pacific/Apia')[1]).toEqual({ label: 'Today in UTC', from: '2026-11-20T00:00:00.000Z' });
  });

  test('never reach beyond what the plan keeps', () => {
    expect(labels(1)).toEqual(['Last hour', 'Today', 'Whole day']);
    expect(labels(7)).toEqual(['Last hour', 'Today', 'All 7 days']);
    for (const days of [1, 7, 30]) {
      for (const { from } of presets(days)) {
        expect(from === undefined || Date.parse(from) >= now - days * 86_400_000).toBe(true);
      }
    }
  });

  test('are marked while the list has their range', () => {
    const [hour, , , all] = presets(30);
    if (!hour || !all) throw new Error('There are four presets.');
    expect(isChosen(hour, { from: hour.from })).toBe(true);
    expect(isChosen(hour, { from: '2026-11-20T14:00:00.000Z' })).toBe(false);
    expect(isChosen(hour, { from: hour.from, to: '2026-11-20T15:00:00.000Z' })).toBe(false);
    expect(isChosen(hour, {})).toBe(false);
    expect(isChosen(all, {})).toBe(true);
    expect(isChosen(all, { from: hour.from })).toBe(false);
  });
});
