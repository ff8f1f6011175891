import { describe, expect, test } from '@jest/globals';
import { hasMarker, isPastBlock, Markers, markerBlock } from '../../src/limits/marker.ts';

const attributes = (count: number, second: number, markers = new Markers(Math.random)) =>
  Array.from({ length: count }, () => {
    const marker = markers.next('key_1#day', second);
    markers.settle('key_1#day', marker);
    return marker.attribute;
  });

describe('the marker of a write', () => {
  test('lies with the others of its four seconds', () => {
    expect(new Markers(() => 0.5).next('key_1#day', 103)).toEqual({ attribute: 'm25a', token: 'i00000000' });
    expect(new Markers(Math.random).next('key_1#day', 104).attribute).toBe('m26a');
  });

  test('never shares its attribute with the one that the same write takes out', () => {
    expect(attributes(4, 103)).toEqual(['m25a', 'm25b', 'm25a', 'm25b']);
  });

  test('is unlike any other', () => {
    const markers = new Markers(Math.random);
    const tokens = Array.from({ length: 10_000 }, () => markers.next('key_1#day', 1).token);
    expect(new Set(tokens).size).toBe(10_000);
  });

  test('is settled for its own item alone', () => {
    const markers = new Markers(Math.random);
    const marker = markers.next('key_1#day', 1);
    markers.settle('key_1#day', marker);
    expect(markers.settled('key_1#day')).toEqual(marker);
    expect(markers.settled('key_2#day')).toBeUndefined();
  });
});

test('an item says whether a write has changed it', () => {
  const item = { m25a: new Set(['abc']) };
  expect(hasMarker(item, { attribute: 'm25a', token: 'abc' })).toBe(true);
  expect(hasMarker(item, { attribute: 'm25a', token: 'abd' })).toBe(false);
  expect(hasMarker(item, { attribute: 'm25b', token: 'abc' })).toBe(false);
  expect(hasMarker(undefined, { attribute: 'm25b', token: 'abc' })).toBe(false);
});

test('a block of markers is past when another has gone by since', () => {
  expect(markerBlock('m25a')).toBe(25);
  for (const name of ['m25', 's25', 'm25c', 'm25ab', 'am25a']) expect(markerBlock(name)).toBeUndefined();
  expect([isPastBlock(25, 107), isPastBlock(25, 108)]).toEqual([false, true]);
});
