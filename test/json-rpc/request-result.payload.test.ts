import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toPayload } from '../../src/json-rpc/request-result.ts';

/** Lambda's limit for an answer, as Lambda reports it for a larger one. */
const limit = 6_291_556;

const lambdaAnswerBytes = (payload: object) => Buffer.byteLength(JSON.stringify(payload));

describe('a body', () => {
  test('that is text stays text', () => {
    expect(toPayload(Buffer.from('{"result":"κόσμε 🌍"}'), false)).toEqual({
      body: '{"result":"κόσμε 🌍"}',
      base64: false,
    });
    expect(toPayload(Buffer.alloc(0), false)).toEqual({ body: '', base64: false });
  });

  test('that starts with a byte order mark keeps it', () => {
    const bytes = Buffer.from('\ufeff{}');
    expect(Buffer.from(toPayload(bytes, false).body)).toEqual(bytes);
  });

  test('that is compressed becomes base64', () => {
    const bytes = gzipSync('{"result":"ok"}');
    expect(toPayload(bytes, true)).toEqual({ body: bytes.toString('base64'), base64: true });
  });

  test('that is not valid UTF-8 becomes base64', () => {
    const bytes = Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]);
    expect(toPayload(bytes, false)).toEqual({ body: bytes.toString('base64'), base64: true });
  });

  test('of any bytes is unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), fc.boolean(), (bytes, compressed) => {
        const { body, base64 } = toPayload(Buffer.from(bytes), compressed);
        expect(Buffer.from(body, base64 ? 'base64' : 'utf8')).toEqual(Buffer.from(bytes));
      }),
    );
  });
});

describe('at the limit of 6 MB', () => {
  test('text without escapes fits almost up to the limit', () => {
    const payload = toPayload(Buffer.alloc(6_283_000, 'a'), false);
    expect(payload.base64).toBe(false);
    expect(lambdaAnswerBytes(payload)).toBeLessThan(limit);
  });

  test('text that is too large with escapes becomes base64', () => {
    const payload = toPayload(Buffer.alloc(4_000_000, '"'), false);
    expect(payload.base64).toBe(true);
    expect(lambdaAnswerBytes(payload)).toBeLessThan(limit);
  });

  test('text that escapes make six times as large is found too large', () => {
    const payload = toPayload(Buffer.alloc(1_100_000, 1), false);
    expect(payload.base64).toBe(true);
    expect(lambdaAnswerBytes(payload)).toBeLessThan(limit);
  });

  test('text with quotes fits as long as its escaped form fits', () => {
    const payload = toPayload(Buffer.alloc(3_141_000, '"'), false);
    expect(payload.base64).toBe(false);
    expect(lambdaAnswerBytes(payload)).toBeLessThan(limit);
  });

  test.each([
    ['plain text', Buffer.alloc(6_291_556, 'a'), false],
    ['text with quotes', Buffer.alloc(4_800_000, '"'), false],
    ['compressed bytes', Buffer.alloc(4_800_000, 1), true],
  ])('%s over the limit in both formats are too large', (_, bytes, compressed) => {
    expect(() => toPayload(bytes, compressed)).toThrow(expect.objectContaining({ reason: 'response_too_large' }));
  });

  test('compressed bytes fit as long as their base64 fits', () => {
    const payload = toPayload(Buffer.alloc(4_700_000, 1), true);
    expect(lambdaAnswerBytes(payload)).toBeLessThan(limit);
  });
});
