import { describe, expect, test } from '@jest/globals';
import { trialEnd } from '../../../../dashboard/layout/notices/trial-end.ts';

const endsAt = '2026-11-27T12:00:00.000Z';
const at = Date.parse(endsAt);
const hourMs = 3_600_000;
const trial = {
  state: 'trialing',
  planId: 'developer',
  trialEndsAt: endsAt,
  nextInvoice: { at: endsAt, amount: 4_900, currency: 'usd' },
} as const;

describe('before a trial ends', () => {
  test('every page says when, what is charged then, and how it is not', () => {
    expect(trialEnd(trial, at - hourMs, 'UTC')).toEqual({
      title: 'Your trial ends on 27 Nov 2026',
      text: 'Then $49.00 is charged for the Developer plan. You pay nothing if you change to the free plan before.',
    });
  });

  test('a subscription that was cancelled charges nothing', () => {
    expect(trialEnd({ ...trial, nextInvoice: null }, at - hourMs, 'UTC')).toMatchObject({
      text: 'Nothing is charged, and you lose the Developer plan then.',
    });
  });

  test('nothing is said before the last week, after the end, and without a trial', () => {
    const isSaid = (hours: number) => trialEnd(trial, at - hours * hourMs, 'UTC') !== undefined;
    expect([7 * 24 + 1, 7 * 24, 1, 0, -1].map(isSaid)).toEqual([false, true, true, false, false]);
    expect(trialEnd({ ...trial, state: 'paid' }, at - hourMs, 'UTC')).toBeUndefined();
    expect(trialEnd({ ...trial, trialEndsAt: null }, at - hourMs, 'UTC')).toBeUndefined();
  });
});
