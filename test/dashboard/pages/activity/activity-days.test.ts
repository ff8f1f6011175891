import { expect, test } from '@jest/globals';
import { activityDays } from '../../../../dashboard/pages/activity/activity-days.ts';

const now = Date.UTC(2026, 10, 20, 12);

const change = (activityId: string, at: string) => ({
  activityId,
  at,
  by: 'customer',
  action: 'key_created',
  keyId: null,
  keyName: null,
  address: null,
  client: null,
  tokenId: null,
  tokenName: null,
  before: null,
  after: null,
});

const rows = [
  change('4', '2026-11-20T00:00:00.000Z'),
  change('3', '2026-11-19T23:59:59.999Z'),
  change('2', '2026-11-19T08:00:00.000Z'),
  change('1', '2026-11-18T09:00:00.000Z'),
];

const shape = (zone: string) =>
  activityDays(rows, zone, now).map((of) => [of.day, of.rows.map((row) => row.activityId)]);

test('changes are grouped by the day of the time zone, the last two days by name', () => {
  expect(shape('UTC')).toEqual([
    ['Today', ['4']],
    ['Yesterday', ['3', '2']],
    ['18 Nov 2026', ['1']],
  ]);
  expect(shape('Asia/Tokyo')).toEqual([
    ['Today', ['4', '3']],
    ['Yesterday', ['2']],
    ['18 Nov 2026', ['1']],
  ]);
  expect(activityDays([], 'UTC', now)).toEqual([]);
});
