import { expect, test } from '@jest/globals';
import { formatNewCount, formatNewRequests } from '../../../../dashboard/pages/history/request-summary.ts';

test('the count of new requests says if there are more', () => {
  expect(formatNewRequests(1, false)).toBe('1 new request');
  expect(formatNewRequests(3, false)).toBe('3 new requests');
  expect(formatNewRequests(100, true)).toBe('100+ new requests');
  expect([formatNewCount(3, false), formatNewCount(100, true)]).toEqual(['3 new', '100+ new']);
});
