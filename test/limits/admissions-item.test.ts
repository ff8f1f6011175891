import { describe, expect, test } from '@jest/globals';
import {
  admissionsKey,
  admissionUpdate,
  giveBackUpdate,
  sweepUpdate,
  undoUpdate,
} from '../../src/limits/admissions-item.ts';

const pk = 'key_1#2026-11-20';
const marker = { attribute: 'm125a', token: 'abc' };

test('an item counts one key’s calls of one UTC day', () => {
  expect(admissionsKey('key_1', '2026-11-20')).toEqual({ pk });
});

const admission = {
  pk,
  second: 500,
  n: 3,
  limits: { callsPerSecond: 10, callsPerDay: 50_000 },
  marker,
  settled: undefined,
  stale: [],
  expiresAt: 1_795_000_000,
};

describe('the one write of an admission', () => {
  test('counts on condition that both windows have room for all calls, and that it was not made before', () => {
    expect(admissionUpdate(admission)).toEqual({
      key: { pk },
      update: 'ADD used :n, s500 :n, m125a :marker SET expiresAt = :expiresAt',
      condition:
        '(attribute_not_exists(s500) OR s500 <= :second) AND (attribute_not_exists(used) OR used <= :used)' +
        ' AND NOT contains(m125a, :token)',
      values: {
        ':n': 3,
        ':second': 7,
        ':used': 49_997,
        ':token': 'abc',
        ':marker': new Set(['abc']),
        ':expiresAt': 1_795_000_000,
      },
    });
  });

  test('takes out what is stale, and the marker of the write before', () => {
    const settled = { attribute: 'm125b', token: 'xyz' };
    const { update, values } = admissionUpdate({ ...admission, settled, stale: ['s400', 'm90a'] });
    expect(update).toContain(' DELETE m125b :settled ');
    expect(update).toMatch(/ REMOVE s400,m90a$/);
    expect(values).toMatchObject({ ':settled': new Set(['xyz']) });
  });

  test('never names a path twice', () => {
    const settled = { attribute: 'm90a', token: 'xyz' };
    expect(admissionUpdate({ ...admission, settled, stale: ['m90a'] }).update).not.toContain('DELETE');
    expect(admissionUpdate({ ...admission, settled: { ...marker, token: 'xyz' } }).update).not.toContain('DELETE');
  });
});

test('an admission is undone on the day, once, and only where it was made', () => {
  expect(undoUpdate({ pk, n: 3, marker })).toEqual({
    key: { pk },
    update: 'ADD used :n DELETE m125a :marker',
    condition: 'contains(m125a, :token)',
    values: { ':n': -3, ':token': 'abc', ':marker': new Set(['abc']) },
  });
});

test('calls are given back to the day alone, once, and never more than it has', () => {
  expect(giveBackUpdate(pk, 2, marker)).toEqual({
    key: { pk },
    update: 'ADD used :n, m125a :marker',
    condition: 'used >= :least AND NOT contains(m125a, :token)',
    values: { ':n': -2, ':least': 2, ':token': 'abc', ':marker': new Set(['abc']) },
  });
});

test('an item can be swept, counting nothing', () => {
  expect(sweepUpdate(pk, ['s1', 'm0a'], 7)).toEqual({
    key: { pk },
    update: 'SET expiresAt = :expiresAt REMOVE s1,m0a',
    values: { ':expiresAt': 7 },
  });
});
