import { describe, expect, test } from '@jest/globals';
import { conditional } from '../../cloudfront/edge-answer.ts';

const date = 'Tue, 01 Sep 2026 12:00:00 GMT';
const answer = (headers: Record<string, string> = {}, status = 200) => ({
  status,
  headers: new Headers({
    'content-type': 'text/css',
    'cache-control': 'no-cache',
    etag: 'W/"a"',
    'last-modified': date,
    ...headers,
  }),
  body: Buffer.from('css'),
});
const request = (headers: Record<string, string>) => ({
  method: 'GET',
  uri: '/',
  query: '',
  headers,
  body: Buffer.alloc(0),
  ip: '',
});
const statusFor = (headers: Record<string, string>, given = answer()) => conditional(request(headers), given).status;

describe('a viewer that has the content', () => {
  test('is told so, with what it is to do with it and without the content', () => {
    const { status, headers, body } = conditional(request({ 'if-none-match': 'W/"a"' }), answer());
    expect([status, body.length]).toEqual([304, 0]);
    expect(Object.fromEntries(headers)).toEqual({ 'cache-control': 'no-cache', etag: 'W/"a"', 'last-modified': date });
  });

  test.each([
    [{ 'if-none-match': '"a"' }, 304],
    [{ 'if-none-match': '"x", W/"a"' }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"b"' }, 200],
    [{ 'if-none-match': '"b"', 'if-modified-since': date }, 200],
    [{ 'if-modified-since': date }, 304],
    [{ 'if-modified-since': 'Tue, 01 Sep 2026 11:59:59 GMT' }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    [{}, 200],
  ])('by %j: %i', (headers, status) => {
    expect(statusFor(headers)).toBe(status);
  });

  test('hears of an error all the same', () => {
    expect(statusFor({ 'if-none-match': '*' }, answer({}, 403))).toBe(403);
  });
});
