import { expect, test } from '@jest/globals';
import { admissionsKey, admissionUpdate, giveBackUpdate, removalUpdate } from '../../src/limits/counter-writes.ts';

const pk = 'key_1#2026-11-20';
const expiresAt = 1_795_000_000;
const limits = { callsPerSecond: 10, callsPerDay: 50_000 };
const admission = { pk, second: 500, n: 3, limits, returned: 0, remove: [], expiresAt };

test('an item counts one key’s calls of one UTC day', () => {
  expect(admissionsKey('key_1', '2026-11-20')).toEqual({ pk });
});

test('the one write of an admission counts on condition that both windows have room for all calls', () => {
  expect(admissionUpdate(admission)).toEqual({
    key: { pk },
    update: 'ADD used :more, s500 :n SET expiresAt = :expiresAt',
    condition: '(attribute_not_exists(s500) OR s500 <= :second) AND (attribute_not_exists(used) OR used <= :used)',
    values: { ':n': 3, ':more': 3, ':second': 7, ':used': 49_997, ':expiresAt': expiresAt },
  });
});

test('it returns calls of earlier requests to the day, which makes room for its own, and not to the second', () => {
  expect(admissionUpdate({ ...admission, returned: 5 }).values).toEqual({
    ':n': 3,
    ':more': -2,
    ':second': 7,
    ':used': 50_002,
    ':expiresAt': expiresAt,
  });
});

test('it removes old seconds, never the one that it counts in, and no more than an expression can name', () => {
  const removing = (remove: number[]) => admissionUpdate({ ...admission, remove }).update;
  expect(removing([400, 500, 401])).toMatch(/:expiresAt REMOVE s400,s401$/);
  expect(removing([500])).not.toContain('REMOVE');
  const many = removing(Array.from({ length: 300 }, (_, index) => 86_000 + index));
  expect(many.split(',')).toHaveLength(1 + 200);
  expect(many.length).toBeLessThan(4_096);
});

test('old seconds are removed without counting', () => {
  expect(removalUpdate(pk, [1, 2], expiresAt)).toEqual({
    key: { pk },
    update: 'SET expiresAt = :expiresAt REMOVE s1,s2',
    values: { ':expiresAt': expiresAt },
  });
});

test('calls are given back to the day only, and never more than its count', () => {
  expect(giveBackUpdate(pk, 2)).toEqual({
    key: { pk },
    update: 'ADD used :n',
    condition: 'used >= :least',
    values: { ':n': -2, ':least': 2 },
  });
});
