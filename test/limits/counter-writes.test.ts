import { describe, expect, test } from '@jest/globals';
import {
  admissionsKey,
  admissionUpdate,
  clearUpdate,
  createMarker,
  giveBackUpdate,
  hasMarker,
  isUndone,
  preventUpdate,
  undoUpdate,
} from '../../src/limits/counter-writes.ts';

const pk = 'key_1#2026-11-20';
const marker = { attribute: 'm125a', token: 'abc' };

test('an item counts one key’s calls of one UTC day', () => {
  expect(admissionsKey('key_1', '2026-11-20')).toEqual({ pk });
});

describe('a write marker', () => {
  test('shares its set with the other markers of its four seconds', () => {
    expect(
      createMarker(
        103,
        () => 0.5,
        () => false,
      ),
    ).toEqual({ attribute: 'm25a', token: 'i0000000' });
    expect(createMarker(104, Math.random, () => false).attribute).toBe('m26a');
  });

  test('is not in a set that the same write deletes from, or that is about to be cleared', () => {
    const attributes = [['m25a'], ['m25b'], ['m25a', 'm25b'], ['m25a', 'm25b', 'm25c']].map(
      (taken) => createMarker(103, Math.random, (one) => taken.includes(one)).attribute,
    );
    expect(attributes).toEqual(['m25b', 'm25a', 'm25c', 'm25d']);
  });

  test('is unique', () => {
    const tokens = Array.from({ length: 10_000 }, () => createMarker(1, Math.random, () => false).token);
    expect(new Set(tokens).size).toBe(10_000);
  });

  test('in an item proves that the write was executed; a second token proves that it was undone', () => {
    const item = { m125a: new Set(['abc', 'xyz', '-xyz']) };
    expect(hasMarker(item, marker)).toBe(true);
    expect(hasMarker(item, { ...marker, token: 'abd' })).toBe(false);
    expect(hasMarker(item, { ...marker, attribute: 'm125b' })).toBe(false);
    expect(hasMarker(undefined, marker)).toBe(false);
    expect([isUndone(item, marker), isUndone(item, { ...marker, token: 'xyz' })]).toEqual([false, true]);
  });
});

const admission = {
  pk,
  second: 500,
  n: 3,
  limits: { callsPerSecond: 10, callsPerDay: 50_000 },
  marker,
  obsolete: undefined,
  clearing: undefined,
  expiresAt: 1_795_000_000,
};

describe('the one write of an admission', () => {
  const condition =
    '(attribute_not_exists(s500) OR s500 <= :second) AND (attribute_not_exists(used) OR used <= :used)' +
    ' AND NOT contains(m125a, :token)';

  test('counts on condition that both windows have room for all calls and that it was not executed before', () => {
    expect(admissionUpdate(admission)).toEqual({
      key: { pk },
      update: 'ADD used :n, s500 :n, m125a :marker SET expiresAt = :expiresAt',
      condition,
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

  const clearing = { remove: ['s400', 'm90a'], older: new Set(['s500']) };

  test('deletes the marker of the last write, and clears with the same write', () => {
    const obsolete = { attribute: 'm125b', token: 'xyz' };
    const request = admissionUpdate({ ...admission, obsolete, clearing });
    expect(request.update).toBe(
      'ADD used :n, s500 :n, m125a :marker DELETE m125b :obsolete SET expiresAt = :expiresAt, older = :older REMOVE s400,m90a',
    );
    expect(request.values).toMatchObject({ ':obsolete': new Set(['xyz']), ':older': clearing.older });
    expect(request.condition).toBe(condition);
  });

  test('never names an attribute twice', () => {
    const obsolete = { attribute: 'm90a', token: 'xyz' };
    expect(admissionUpdate({ ...admission, obsolete, clearing }).update).not.toContain('DELETE');
    const own = { ...clearing, remove: ['s500', 'm125a', 's400'] };
    expect(admissionUpdate({ ...admission, clearing: own }).update).toMatch(/ REMOVE s400$/);
    expect(admissionUpdate({ ...admission, clearing: { ...own, remove: ['s500'] } }).update).not.toContain('REMOVE');
  });
});

test('an item is cleared without counting', () => {
  expect(clearUpdate(pk, { remove: ['s1', 'm0a'], older: new Set(['s2']) })).toEqual({
    key: { pk },
    update: 'SET older = :older REMOVE s1,m0a',
    values: { ':older': new Set(['s2']) },
  });
  expect(clearUpdate(pk, { remove: [], older: new Set(['s2']) }).update).toBe('SET older = :older');
});

describe('an admission whose answer was lost', () => {
  test('is subtracted from the day once if it was executed', () => {
    expect(undoUpdate(pk, 3, marker)).toEqual({
      key: { pk },
      update: 'ADD used :n, m125a :undone',
      condition: 'contains(m125a, :token) AND NOT contains(m125a, :undoneToken)',
      values: { ':n': -3, ':token': 'abc', ':undone': new Set(['-abc']), ':undoneToken': '-abc' },
    });
  });

  test('is prevented if it was not executed', () => {
    expect(preventUpdate(pk, marker)).toEqual({
      key: { pk },
      update: 'ADD m125a :undone',
      condition: 'NOT contains(m125a, :token)',
      values: { ':token': 'abc', ':undone': new Set(['abc', '-abc']) },
    });
  });
});

test('calls are given back to the day only, once, and never more than its count', () => {
  const request = giveBackUpdate(pk, 2, { marker, obsolete: undefined });
  expect(request).toEqual({
    key: { pk },
    update: 'ADD used :n, m125a :marker',
    condition: 'used >= :least AND NOT contains(m125a, :token)',
    values: { ':n': -2, ':least': 2, ':token': 'abc', ':marker': new Set(['abc']) },
  });
  const obsolete = { attribute: 'm125b', token: 'xyz' };
  expect(giveBackUpdate(pk, 2, { marker, obsolete })).toEqual({
    ...request,
    update: 'ADD used :n, m125a :marker DELETE m125b :obsolete',
    values: { ...request.values, ':obsolete': new Set(['xyz']) },
  });
});
