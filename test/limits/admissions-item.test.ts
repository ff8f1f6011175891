import { describe, expect, test } from '@jest/globals';
import { admissionsKey, admissionUpdate, giveBackUpdate, readCounts } from '../../src/limits/admissions-item.ts';
import { noCounts } from '../../src/limits/counts.ts';

test('an item counts one key’s calls of one UTC day', () => {
  expect(admissionsKey('key_1', '2026-11-20')).toEqual({ pk: 'key_1#2026-11-20' });
});

describe('reading an item’s counters', () => {
  test('gives those of the day and of each second', () => {
    const item = { pk: 'key_1#2026-11-20', used: 12, s0: 3, s86399: 9, expiresAt: 1 };
    expect(readCounts(item)).toEqual({
      used: 12,
      seconds: new Map([
        [0, 3],
        [86_399, 9],
      ]),
    });
  });

  test('gives none for an item that is not there, and skips what is no counter', () => {
    expect(readCounts(undefined)).toEqual(noCounts);
    expect(readCounts({ used: '12', s: 1, s1x: 1, sum: 1, s2: '2', xs3: 1 })).toEqual(noCounts);
  });
});

const admission = {
  keyId: 'key_1',
  day: '2026-11-20',
  second: 500,
  n: 3,
  limits: { callsPerSecond: 10, callsPerDay: 50_000 },
  stale: [400, 401],
  expiresAt: 1_795_000_000,
};

describe('the one write of an admission', () => {
  test('counts on condition that both windows have room for all calls', () => {
    const { key, condition, names, values } = admissionUpdate(admission);
    expect(key).toEqual({ pk: 'key_1#2026-11-20' });
    expect(condition).toBe(
      '(attribute_not_exists(#second) OR #second <= :second) AND (attribute_not_exists(#used) OR #used <= :used)',
    );
    expect(names).toMatchObject({ '#used': 'used', '#second': 's500' });
    expect(values).toEqual({ ':n': 3, ':second': 7, ':used': 49_997, ':expiresAt': 1_795_000_000 });
  });

  test('takes stale counters out in the same step, where there are any', () => {
    const update = admissionUpdate(admission);
    expect(update.update).toBe('ADD #used :n, #second :n SET #expiresAt = :expiresAt REMOVE #r0, #r1');
    expect(update.names).toMatchObject({ '#r0': 's400', '#r1': 's401' });
    expect(admissionUpdate({ ...admission, stale: [] }).update).not.toContain('REMOVE');
  });
});

test('calls are given back to the day alone, and never more than it has', () => {
  expect(giveBackUpdate('key_1', '2026-11-20', 2)).toEqual({
    key: { pk: 'key_1#2026-11-20' },
    update: 'ADD #used :n',
    condition: '#used >= :least',
    names: { '#used': 'used' },
    values: { ':n': -2, ':least': 2 },
  });
});
