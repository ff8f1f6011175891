import { expect, test } from '@jest/globals';
import { last24Hours } from '../../../../dashboard/pages/overview/today-totals.ts';

test('the range is the current hour and the 23 before it', () => {
  expect(last24Hours(Date.UTC(2026, 10, 20, 17, 20, 5))).toEqual({ from: '2026-11-19T18:00:00.000Z', span: 'hour' });
});

test('the range stays the same for an hour, so that its query stays cached', () => {
  const hour = Date.UTC(2026, 10, 20, 17);
  expect(last24Hours(hour)).toEqual(last24Hours(hour + 3_599_999));
  expect(last24Hours(hour)).not.toEqual(last24Hours(hour + 3_600_000));
});
