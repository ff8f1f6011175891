import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeTime, isValid } from 'ulid';
import { newRequestId } from '../../src/records/request-id.ts';

const moments = fc.integer({ min: 0, max: 2 ** 48 - 1 });
const draws = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe('a new request id', () => {
  test('is a ULID of its timestamp', () => {
    fc.assert(
      fc.property(moments, draws, (at, drawn) => {
        const id = newRequestId(at, () => drawn);
        expect(isValid(id)).toBe(true);
        expect(decodeTime(id)).toBe(at);
      }),
    );
  });

  test('sorts by its timestamp', () => {
    fc.assert(
      fc.property(moments, moments, (one, other) => {
        fc.pre(one < other);
        expect(newRequestId(one) < newRequestId(other)).toBe(true);
      }),
    );
  });

  test('uses all 80 random bits: every character can be any of the 32', () => {
    const ids = Array.from({ length: 32 }, (_, byte) => newRequestId(0, (bytes) => new Uint8Array(bytes).fill(byte)));
    for (let place = 10; place < 26; place += 1) expect(new Set(ids.map((id) => id[place])).size).toBe(32);
  });

  test('is different from the previous one', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => newRequestId(1))).size).toBe(1_000);
  });
});
