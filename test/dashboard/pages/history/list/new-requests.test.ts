import { expect, test } from '@jest/globals';
import { newCount, newRequests } from '../../../../../dashboard/pages/history/list/new-requests.ts';

test('new requests are counted in words, and it is said when there are more than are known', () => {
  expect(newRequests(1, false)).toBe('1 new request');
  expect(newRequests(3, false)).toBe('3 new requests');
  expect(newRequests(100, true)).toBe('100+ new requests');
  expect([newCount(3, false), newCount(100, true)]).toEqual(['3 new', '100+ new']);
});
