import { expect, test } from '@jest/globals';
import { noticeSources } from '../../../../dashboard/layout/notices/notice-sources.ts';
import { dayMs } from '../../../../src/time.ts';

const trialEndsAt = '2026-11-27T12:00:00.000Z';
const end = Date.parse(trialEndsAt);

test('without a plan, no page reads keys or payments for notices', () => {
  expect(noticeSources({ plan: null, trialEndsAt }, end - dayMs)).toEqual({ readsKeys: false, readsBilling: false });
});

test('payments are read only in the last week of a trial', () => {
  const readsAt = (before: number) => noticeSources({ plan: {}, trialEndsAt }, end - before * dayMs).readsBilling;
  expect([7.1, 7, 1, 0, -1].map(readsAt)).toEqual([false, true, true, false, false]);
  expect(noticeSources({ plan: {}, trialEndsAt: null }, end)).toEqual({ readsKeys: true, readsBilling: false });
});

test('keys are read beside the account, not after it', () => {
  expect(noticeSources(undefined, end)).toEqual({ readsKeys: true, readsBilling: false });
});
