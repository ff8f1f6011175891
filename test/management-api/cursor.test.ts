import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { openCursor, sealCursor } from '../../src/management-api/cursor.ts';

const position = v.object({ id: v.string() });
const scope = ['keys', 'account', { state: 'active' }];
const sealed = sealCursor('signing key', scope, { id: 'here' });
const refusal = expect.objectContaining({ code: 'invalid_cursor' });
const opening =
  (cursor: string, key = 'signing key', of: readonly unknown[] = scope) =>
  () =>
    openCursor(key, of, position, cursor);

describe('a cursor', () => {
  test('returns the position it was sealed with', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.jsonValue()), (id, of) => {
        const cursor = sealCursor('signing key', of, { id });
        expect(openCursor('signing key', of, position, cursor)).toEqual({ id });
      }),
    );
  });

  test('needs no escaping in a query', () => {
    expect(encodeURIComponent(sealed)).toBe(sealed);
  });

  test('is refused for another list and with another key', () => {
    expect(opening(sealed, 'another key')).toThrow(refusal);
    expect(opening(sealed, 'signing key', ['keys', 'account', {}])).toThrow(refusal);
    expect(opening(sealed, 'signing key', ['keys', 'another', { state: 'active' }])).toThrow(refusal);
    expect(opening(sealed, 'signing key', [])).toThrow(refusal);
  });

  test('is refused if one character is changed, missing or added', () => {
    const at = fc.nat({ max: sealed.length - 1 });
    fc.assert(
      fc.property(at, fc.constantFrom('', 'A', 'B', '.', '-', '=='), (index, text) => {
        const changed = sealed.slice(0, index) + text + sealed.slice(index + 1);
        fc.pre(changed !== sealed && !sameBytes(changed, sealed));
        expect(opening(changed)).toThrow(refusal);
      }),
    );
  });

  test.each(['', '.', 'x', 'x.y', '..', 'null'])('is refused if it is %j', (cursor) => {
    expect(opening(cursor)).toThrow(refusal);
  });

  test('is refused if an earlier version sealed another schema', () => {
    expect(opening(sealCursor('signing key', scope, { page: 2 }))).toThrow(refusal);
  });
});

/** Base64url ignores some bits of the last character, so different strings can decode to the same signature. */
const sameBytes = (one: string, other: string): boolean => {
  const split = (cursor: string) => cursor.split('.');
  const [payload, signature = ''] = split(one);
  const [otherPayload, otherSignature = ''] = split(other);
  return (
    payload === otherPayload && Buffer.from(signature, 'base64url').equals(Buffer.from(otherSignature, 'base64url'))
  );
};
