import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ulid } from 'ulid';
import { lowestRequestId, requestIdTime } from '../../src/records/request-id.ts';

// Not 0, which ulid() treats as a missing timestamp.
const moments = fc.integer({ min: 1, max: Date.UTC(2100, 0) });

describe('a request id', () => {
  test('contains the time of the request', () => {
    fc.assert(fc.property(moments, (at) => expect(requestIdTime(ulid(at))).toBe(at)));
  });

  test('is not below the lowest of its timestamp, and below the lowest of the next', () => {
    fc.assert(
      fc.property(moments, (at) => {
        const id = ulid(at);
        expect(lowestRequestId(at) <= id && id < lowestRequestId(at + 1)).toBe(true);
        expect(requestIdTime(lowestRequestId(at))).toBe(at);
      }),
    );
  });

  test.each([
    '',
    'x',
    '01KAGE0000000000000000000',
    '01KAGE0000000000000000000A0',
    'U'.repeat(26),
    '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  ])('is not %j, which has no time', (text) => expect(requestIdTime(text)).toBeUndefined());
});
