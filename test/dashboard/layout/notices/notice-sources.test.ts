import { expect, test } from '@jest/globals';
import { noticeSources } from '../../../../dashboard/layout/notices/notice-sources.ts';

const on = (pricePerMonth: number) => ({ plan: { pricePerMonth }, graceEndsAt: null });

test('without a plan, no page reads keys or payments for notices', () => {
  expect(noticeSources({ plan: null, graceEndsAt: null }, true)).toEqual({ readsKeys: false, readsBilling: false });
});

test('payments are read only on a plan with a price, of a service with trials', () => {
  expect(noticeSources(on(49), false)).toEqual({ readsKeys: true, readsBilling: false });
  expect(noticeSources(on(0), true)).toEqual({ readsKeys: true, readsBilling: false });
  expect(noticeSources(on(49), true)).toEqual({ readsKeys: true, readsBilling: true });
  const failed = { ...on(49), graceEndsAt: '2026-11-27T12:00:00.000Z' };
  expect(noticeSources(failed, true)).toEqual({ readsKeys: true, readsBilling: false });
});

test('keys are read beside the account, not after it', () => {
  expect(noticeSources(undefined, true)).toEqual({ readsKeys: true, readsBilling: false });
});
