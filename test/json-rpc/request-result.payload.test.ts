import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type BodyForm, toPayload } from '../../src/json-rpc/request-result.ts';

/** Lambda's limit for an answer, as Lambda reports it for a larger one. */
const limit = 6_291_556;

const lambdaAnswerBytes = (payload: object) => Buffer.byteLength(JSON.stringify(payload));

describe('a body', () => {
  test('that is text stays text', () => {
    expect(toPayload(Buffer.from('{"result":"κόσμε 🌍"}'), 'json')).toEqual({
      body: '{"result":"κόσμε 🌍"}',
      base64: false,
    });
    expect(toPayload(Buffer.alloc(0), 'json')).toEqual({ body: '', base64: false });
  });

  test('that starts with a byte order mark keeps it', () => {
    const bytes = Buffer.from('\ufeff{}');
    expect(Buffer.from(toPayload(bytes, 'json').body)).toEqual(bytes);
  });

  test('that is compressed becomes base64', () => {
    const bytes = gzipSync('{"result":"ok"}');
    expect(toPayload(bytes, 'compressed')).toEqual({ body: bytes.toString('base64'), base64: true });
  });

  test('of any compressed bytes, or any JSON, is unchanged', () => {
    const unchanged = (bytes: Buffer, form: BodyForm) => {
      const { body, base64 } = toPayload(bytes, form);
      expect(Buffer.from(body, base64 ? 'base64' : 'utf8')).toEqual(bytes);
    };
    fc.assert(fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => unchanged(Buffer.from(bytes), 'compressed')));
    fc.assert(fc.property(fc.json(), (text) => unchanged(Buffer.from(text), 'json')));
  });
});

describe('at the limit of 6 MB', () => {
  test('text without escapes fits almost up to the limit', () => {
    const payload = toPayload(Buffer.alloc(6_283_000, 'a'), 'json');
    expect(payload.base64).toBe(false);
    expect(lambdaAnswerBytes(payload)).toBeLessThan(limit);
  });

  test('text that is too large with escapes becomes base64', () => {
    const payload = toPayload(Buffer.alloc(4_000_000, '"'), 'json');
    expect(payload.base64).toBe(true);
    expect(lambdaAnswerBytes(payload)).toBeLessThan(limit);
  });

  test('JSON never grows to more than twice its length', () => {
    const longestEscapes = ['"', '\\', '\n', '\t', '\r', ' ', 'é', '\u2028', '\u007f'];
    for (const character of longestEscapes) {
      expect(Buffer.byteLength(JSON.stringify(character.repeat(1_000)))).toBeLessThanOrEqual(
        2 * Buffer.byteLength(character.repeat(1_000)) + 2,
      );
    }
    const payload = toPayload(Buffer.alloc(3_141_000, '"'), 'json');
    expect(payload.base64).toBe(false);
    expect(lambdaAnswerBytes(payload)).toBeLessThan(limit);
  });

  test.each([
    ['plain text', Buffer.alloc(6_291_556, 'a'), 'json'],
    ['text with quotes', Buffer.alloc(4_800_000, '"'), 'json'],
    ['compressed bytes', Buffer.alloc(4_800_000, 1), 'compressed'],
  ] as const)('%s over the limit in both formats are too large', (_, bytes, form) => {
    expect(() => toPayload(bytes, form)).toThrow(expect.objectContaining({ reason: 'response_too_large' }));
  });

  test('compressed bytes fit as long as their base64 fits', () => {
    const payload = toPayload(Buffer.alloc(4_700_000, 1), 'compressed');
    expect(lambdaAnswerBytes(payload)).toBeLessThan(limit);
  });
});
