import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { latin1Of, textOf, type UpstreamAnswer } from '../../src/upstream/upstream-answer.ts';

const plain = (body: Buffer): UpstreamAnswer => ({
  status: 200,
  contentType: 'application/json',
  contentEncoding: undefined,
  body,
});
const gzipped = (body: Buffer): UpstreamAnswer => ({ ...plain(body), contentEncoding: 'gzip' });

const head = '{"jsonrpc":"2.0","result":{"data":"';
const large = `${head}${randomBytes(30_000).toString('hex')}"},"id":1}`;

describe('an answer in latin1', () => {
  test('is whole, plain or compressed', () => {
    expect(latin1Of(plain(Buffer.from(large)))).toEqual({ text: large, whole: true });
    expect(latin1Of(gzipped(gzipSync(large)))).toEqual({ text: large, whole: true });
  });

  test('is only the start if a compressed answer unpacks to more than 64 KB', () => {
    const { text, whole } = latin1Of(gzipped(gzipSync(head.padEnd(65_537, 'a'))));
    expect(whole).toBe(false);
    expect(text.length).toBeGreaterThan(head.length);
    expect(text.startsWith(head)).toBe(true);
  });

  test('is empty if it cannot be unpacked', () => {
    expect(latin1Of(gzipped(Buffer.from('{"result":"ok"}')))).toEqual({ text: '', whole: true });
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
