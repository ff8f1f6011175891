import { describe, expect, test } from '@jest/globals';
import { retainedRange } from '../../../../../dashboard/pages/usage/analysis/analysis-range.ts';

const now = Date.UTC(2026, 10, 20, 12, 30);
const hour = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

describe('the part of a range whose requests are kept', () => {
  test('is the whole range, which ends now at the latest', () => {
    const [from, to] = [now - 5 * hour, now - hour];
    expect(retainedRange({ from, to }, 1, now)).toEqual({ from: iso(from), to: iso(to), isCut: false });
    for (const open of [undefined, now + hour]) {
      expect(retainedRange({ from, to: open }, 1, now)).toEqual({ from: iso(from), to: iso(now), isCut: false });
    }
  });

  test('begins where the history begins, if the range is older', () => {
    expect(retainedRange({ from: now - 25 * hour, to: now }, 1, now)).toEqual({ to: iso(now), isCut: true });
    expect(retainedRange({ from: now - 24 * hour, to: now }, 1, now)).toMatchObject({ isCut: false });
  });

  test('is nothing of a range that ends before the history', () => {
    expect(retainedRange({ from: now - 48 * hour, to: now - 24 * hour }, 1, now)).toBeUndefined();
    expect(retainedRange({ from: now - 48 * hour, to: now - 24 * hour }, 2, now)).toBeDefined();
  });
});
