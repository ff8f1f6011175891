import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { beginningOf, textOf, type UpstreamAnswer } from '../../src/upstream/answer.ts';

const plain = (body: Buffer): UpstreamAnswer => ({
  status: 200,
  contentType: 'application/json',
  contentEncoding: undefined,
  body,
});
const gzipped = (body: Buffer): UpstreamAnswer => ({ ...plain(body), contentEncoding: 'gzip' });

const head = '{"jsonrpc":"2.0","result":{"data":"';
const large = `${head}${randomBytes(100_000).toString('hex')}"},"id":1}`;

describe('the beginning of an answer', () => {
  test('is the whole of a plain one', () => {
    expect(beginningOf(plain(Buffer.from(large)))).toBe(large);
  });

  test('is the whole of a compressed one that is small', () => {
    expect(beginningOf(gzipped(gzipSync('{"result":"ok"}')))).toBe('{"result":"ok"}');
  });

  test('is a true beginning of a compressed one that is large, and not all of it', () => {
    const beginning = beginningOf(gzipped(gzipSync(large)));
    expect(beginning.length).toBeGreaterThan(head.length);
    expect(beginning.length).toBeLessThan(large.length / 10);
    expect(large.startsWith(beginning)).toBe(true);
  });

  test('is empty when it does not unpack', () => {
    expect(beginningOf(gzipped(Buffer.from('{"result":"ok"}')))).toBe('');
  });
});

describe('the text of an answer', () => {
  test('keeps every character of a plain and of a compressed one', () => {
    const text = '{"result":"κόσμε 🌍"}';
    expect(textOf(plain(Buffer.from(text)))).toBe(text);
    expect(textOf(gzipped(gzipSync(text)))).toBe(text);
  });

  test('is empty when it does not unpack', () => {
    expect(textOf(gzipped(Buffer.from('plain')))).toBe('');
  });

  test('is empty when it unpacks to more than 64 MB, and costs no more memory than that', () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1_048_576));
    expect(textOf(gzipped(bomb))).toBe('');
  });
});
