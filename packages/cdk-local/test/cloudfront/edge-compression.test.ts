import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { compressed } from '../../cloudfront/edge-compression.ts';

const both = { brotli: true, gzip: true };
const text = Buffer.alloc(1_000, 'text');

const answer = (headers: Record<string, string> = {}, body = text, status = 200) => ({
  status,
  headers: new Headers({ 'content-type': 'text/html; charset=utf-8', etag: '"1"', ...headers }),
  body,
});

const encodingOf = async (accept: string, given = answer(), allowed = both) =>
  (await compressed(given, accept, allowed)).headers.get('content-encoding');

describe('an answer is compressed', () => {
  test.each([
    ['gzip, deflate, br, zstd', both, 'br'],
    ['br;q=0, gzip', both, 'gzip'],
    ['GZIP;q=0.5', both, 'gzip'],
    ['gzip, br', { brotli: false, gzip: true }, 'gzip'],
    ['br', { brotli: false, gzip: true }, null],
    ['identity', both, null],
    ['', both, null],
    ['gzip, br', { brotli: false, gzip: false }, null],
  ])('as the viewer accepts it (%s) and the policy allows it (%j): %s', async (accept, allowed, encoding) => {
    expect(await encodingOf(accept, answer(), allowed)).toBe(encoding);
  });

  test('without a loss, under a weak ETag', async () => {
    const gzipped = await compressed(answer(), 'gzip', both);
    expect(gunzipSync(gzipped.body)).toEqual(text);
    expect(gzipped.headers.get('etag')).toBe('W/"1"');
    expect(gzipped.headers.get('vary')).toBe('Accept-Encoding');
    expect(brotliDecompressSync((await compressed(answer(), 'br', both)).body)).toEqual(text);
  });

  test('or told apart for caches on the way, where it could have been', async () => {
    const { headers, body } = await compressed(answer(), 'identity', both);
    expect([headers.get('vary'), headers.get('etag'), body]).toEqual(['Accept-Encoding', '"1"', text]);
  });

  test.each([
    ['an image', answer({ 'content-type': 'image/png' })],
    ['no type', answer({ 'content-type': '' })],
    ['something short', answer({}, text.subarray(1))],
    ['something huge', answer({}, Buffer.alloc(10_000_001))],
    ['what is compressed already', answer({ 'content-encoding': 'gzip' })],
    ['an error of the server', answer({}, text, 500)],
  ])('but not %s', async (_, given) => {
    expect(await compressed(given, 'gzip, br', both)).toBe(given);
  });
});
