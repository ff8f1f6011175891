import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fairShare } from '../../../src/upstream/fair-share.ts';

const group = fc.record({ sent: fc.nat(100), wasRefused: fc.boolean() });
const second = fc.tuple(fc.array(group, { minLength: 1, maxLength: 64 }), fc.integer({ min: 1, max: 500 }));

test('nobody is restricted after a second in which nobody was refused', () => {
  expect(fairShare([{ sent: 99, wasRefused: false }], 100)).toBeUndefined();
  expect(fairShare([], 100)).toBeUndefined();
});

test('a group that was refused alone has what the others leave, less a reserve', () => {
  const others = Array.from({ length: 20 }, () => ({ sent: 1, wasRefused: false }));
  const share = fairShare([{ sent: 80, wasRefused: true }, ...others], 100);
  expect(share).toBeGreaterThanOrEqual(60);
  expect(share).toBeLessThan(80);
  expect(fairShare([{ sent: 100, wasRefused: true }], 100)).toBe(100);
});

test('an equal part is always allowed, and all of the limit is nobody’s as long as others need some', () => {
  fc.assert(
    fc.property(second, ([groups, limit]) => {
      const share = fairShare(groups, limit) ?? Number.POSITIVE_INFINITY;
      expect(share).toBeGreaterThanOrEqual(limit / groups.length);
      expect(Number.isFinite(share)).toBe(groups.some(({ wasRefused }) => wasRefused));
      if (Number.isFinite(share)) expect(share).toBeLessThanOrEqual(Math.max(1, limit));
    }),
  );
});
