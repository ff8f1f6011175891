import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { acceptableAnswer, textOf, type UpstreamAnswer, unpackedBody } from '../../src/upstream/upstream-answer.ts';

const plain = (body: Buffer): UpstreamAnswer => ({
  status: 200,
  contentType: 'application/json',
  contentEncoding: undefined,
  body,
});
const gzipped = (body: Buffer): UpstreamAnswer => ({ ...plain(body), contentEncoding: 'gzip' });

const head = '{"jsonrpc":"2.0","result":{"data":"';
const large = `${head}${randomBytes(30_000).toString('hex')}"},"id":1}`;

describe('the body of an answer', () => {
  const limit = 65_536;

  test('is whole, plain or compressed', () => {
    const whole = { bytes: Buffer.from(large), whole: true };
    expect(unpackedBody(plain(Buffer.from(large)), limit)).toEqual(whole);
    expect(unpackedBody(gzipped(gzipSync(large)), limit)).toEqual(whole);
  });

  test('is only the start if it unpacks to more than the limit', () => {
    const { bytes, whole } = unpackedBody(gzipped(gzipSync(head.padEnd(65_537, 'a'))), limit);
    expect(whole).toBe(false);
    expect(bytes.length).toBeGreaterThan(head.length);
    expect(bytes.toString()).toMatch(head);
  });

  test('is only the start if it unpacks to more than it claims', () => {
    const packed = gzipSync(head.padEnd(200_000, 'a'));
    packed.writeUInt32LE(1, packed.length - 4);
    expect(unpackedBody(gzipped(packed), limit).whole).toBe(false);
  });

  test.each([
    ['is not gzip', Buffer.from('{"result":"ok"}')],
    ['is cut off', gzipSync(large).subarray(0, -9)],
    ['lacks its checksum', gzipSync(large).subarray(0, -8)],
    ['has another checksum', Buffer.concat([gzipSync(large).subarray(0, -8), gzipSync('{}').subarray(-8)])],
  ])('is empty if it %s', (_, packed) => {
    expect(unpackedBody(gzipped(packed), 4_000_000_000)).toEqual({ bytes: Buffer.alloc(0), whole: true });
  });
});

describe('an answer as its client accepts it', () => {
  const text = Buffer.from('{"result":"ok"}');
  const packed = gzipped(gzipSync(text));

  test('stays compressed for a client that accepts gzip', () => expect(acceptableAnswer(packed, true)).toBe(packed));

  test('is unpacked for a client that does not, whatever the node did', () => {
    expect(acceptableAnswer(packed, false)).toEqual(plain(text));
    expect(acceptableAnswer(plain(text), false)).toEqual(plain(text));
  });

  test.each([
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['gzip, gzip', gzipSync(gzipSync(text))],
    ['gzip', text],
  ])('cannot be had if nobody asked for its coding: %s', (contentEncoding, body) => {
    expect(() => acceptableAnswer({ ...packed, contentEncoding, body }, false)).toThrow('damaged');
  });

  test('cannot be had if it unpacks to more than Lambda passes on', () => {
    expect(() => acceptableAnswer(gzipped(gzipSync(Buffer.alloc(6_300_000))), false)).toThrow('too_large');
  });
});

describe('the text of an answer', () => {
  test('keeps every character, plain or compressed', () => {
    const text = '{"result":"κόσμε 🌍"}';
    expect(textOf(plain(Buffer.from(text)))).toBe(text);
    expect(textOf(gzipped(gzipSync(text)))).toBe(text);
  });

  test('is empty if it cannot be unpacked', () => {
    expect(textOf(gzipped(Buffer.from('plain')))).toBe('');
  });

  test('is empty if it unpacks to more than 64 MB, and uses no more memory than that', () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1_048_576));
    expect(textOf(gzipped(bomb))).toBe('');
  });
});
