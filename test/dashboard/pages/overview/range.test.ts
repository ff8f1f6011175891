import { expect, test } from '@jest/globals';
import { rangeAt } from '../../../../dashboard/pages/overview/range.ts';

test('the range is the running hour and the 23 before it', () => {
  expect(rangeAt(Date.UTC(2026, 10, 20, 17, 20, 5))).toEqual({ from: '2026-11-19T18:00:00.000Z', span: 'hour' });
});

test('the range stays the same for a whole hour, so that it is asked for under one name', () => {
  const hour = Date.UTC(2026, 10, 20, 17);
  expect(rangeAt(hour)).toEqual(rangeAt(hour + 3_599_999));
  expect(rangeAt(hour)).not.toEqual(rangeAt(hour + 3_600_000));
});
