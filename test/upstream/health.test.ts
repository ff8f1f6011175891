import { beforeEach, expect, test } from '@jest/globals';
import { Health } from '../../src/upstream/health.ts';

const [a, b, c] = [{ url: 'http://a' }, { url: 'http://b' }, { url: 'http://c' }] as const;
let now: number;
let health: Health;

beforeEach(() => {
  now = 1_000_000;
  health = new Health(() => now);
});

const fail = (url: string, times: number) => {
  for (let time = 0; time < times; time += 1) health.failed(url);
};

test('upstreams that have not failed are used in the order given', () => {
  expect(health.usable([b, a, c])).toEqual([b, a, c]);
});

test('two failures in a row do not rest an upstream, three do', () => {
  fail(a.url, 2);
  expect(health.usable([a, b])).toEqual([a, b]);
  fail(a.url, 1);
  expect(health.usable([a, b])).toEqual([b]);
});

test('a success between failures starts the count anew', () => {
  fail(a.url, 2);
  health.succeeded(a.url);
  fail(a.url, 2);
  expect(health.usable([a, b])).toEqual([a, b]);
});

test('the first rest lasts 5 s, to the millisecond', () => {
  fail(a.url, 3);
  now += 4_999;
  expect(health.usable([a, b])).toEqual([b]);
  now += 1;
  expect(health.usable([a, b])).toEqual([a, b]);
});

test.each([
  { failures: 4, restMs: 10_000 },
  { failures: 5, restMs: 20_000 },
  { failures: 6, restMs: 40_000 },
  { failures: 7, restMs: 60_000 },
  { failures: 5_000, restMs: 60_000 },
])('after $failures failures in a row the rest lasts $restMs ms', ({ failures, restMs }) => {
  fail(a.url, failures);
  now += restMs - 1;
  expect(health.usable([a, b])).toEqual([b]);
  now += 1;
  expect(health.usable([a, b])).toEqual([a, b]);
});

test('when all rest, the one whose rest ends first is used alone', () => {
  fail(a.url, 4);
  now += 1;
  fail(b.url, 3);
  expect(health.usable([a, b])).toEqual([b]);
});

test('no upstreams are none, whatever failed', () => {
  fail(a.url, 3);
  expect(health.usable([])).toEqual([]);
});
