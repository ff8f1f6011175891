import { beforeEach, describe, expect, test } from '@jest/globals';
import { type FindWatchedNode, UpstreamHealth } from '../../src/upstream/upstream-health.ts';

const [a, b, c] = [{ url: 'http://a' }, { url: 'http://b' }, { url: 'http://c' }] as const;
let now: number;
let health: UpstreamHealth;

beforeEach(() => {
  now = 1_000_000;
  health = new UpstreamHealth(() => now);
});

const inOrder = (nodes: readonly { readonly url: string }[]) => health.inOrder('devnet', nodes);

const fail = (url: string, times: number) => {
  for (let time = 0; time < times; time += 1) health.failed(url);
};

test('nodes without failures are tried in the given order', () => {
  expect(inOrder([b, a, c])).toEqual([b, a, c]);
});

test('a node rests after three failures in a row, not after two; it is then tried last', () => {
  fail(a.url, 2);
  expect(inOrder([a, b])).toEqual([a, b]);
  fail(a.url, 1);
  expect(inOrder([a, b])).toEqual([b, a]);
});

test('a success between failures resets the count', () => {
  fail(a.url, 2);
  health.succeeded(a.url);
  fail(a.url, 2);
  expect(inOrder([a, b])).toEqual([a, b]);
});

test('the first rest lasts 5 s, to the millisecond', () => {
  fail(a.url, 3);
  now += 4_999;
  expect(inOrder([a, b])).toEqual([b, a]);
  now += 1;
  expect(inOrder([a, b])).toEqual([a, b]);
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
  expect(inOrder([a, b])).toEqual([b, a]);
  now += 1;
  expect(inOrder([a, b])).toEqual([a, b]);
});

test('if all nodes rest, the one whose rest ends first is tried first', () => {
  fail(a.url, 4);
  now += 1;
  fail(b.url, 3);
  expect(inOrder([a, b])).toEqual([b, a]);
});

test('without nodes there is nothing to try, whatever failed', () => {
  fail(a.url, 3);
  expect(inOrder([])).toEqual([]);
});

test('a failure that no call can cause makes a node rest at once, and each further one twice as long', () => {
  health.rest(a.url);
  expect(inOrder([a, b])).toEqual([b, a]);
  now += 5_000;
  expect(inOrder([a, b])).toEqual([a, b]);
  health.failed(a.url);
  now += 9_999;
  expect(inOrder([a, b])).toEqual([b, a]);
});

test('a node that reports being behind comes after healthy ones and before failing ones, for 15 s', () => {
  health.behind(a.url);
  health.rest(b.url);
  expect(inOrder([a, b, c])).toEqual([c, a, b]);
  health.succeeded(a.url);
  expect(inOrder([a, c])).toEqual([c, a]);
  now += 15_000;
  expect(inOrder([a, b, c])).toEqual([a, b, c]);
});

test('a node that is behind stays so after a failure', () => {
  health.behind(a.url);
  health.failed(a.url);
  expect(inOrder([a, b])).toEqual([b, a]);
  health.rest(a.url);
  now += 5_000;
  expect(inOrder([a, b])).toEqual([b, a]);
  now += 10_000;
  expect(inOrder([a, b])).toEqual([a, b]);
});

describe('the watch function’s result', () => {
  const watched: Record<string, ReturnType<FindWatchedNode>> = {};
  beforeEach(() => {
    for (const url of Object.keys(watched)) delete watched[url];
    health = new UpstreamHealth(
      () => now,
      (network, url) => (network === 'devnet' ? watched[url] : undefined),
    );
  });

  test('orders the nodes of a process that has made no calls yet', () => {
    watched[a.url] = { down: true, behind: false, checkedAt: now };
    watched[b.url] = { down: false, behind: true, checkedAt: now };
    expect(inOrder([a, b, c])).toEqual([c, b, a]);
    expect(health.inOrder('mainnet', [a, b, c])).toEqual([a, b, c]);
  });

  test('leaves out a node of another chain, also the only one, whatever it answers', () => {
    watched[a.url] = { down: true, behind: false, wrongChain: true, checkedAt: now };
    now += 1;
    health.succeeded(a.url);
    expect(inOrder([a, b, c])).toEqual([b, c]);
    expect(inOrder([a])).toEqual([]);
  });

  test('is overruled by a later success if it was `down`, but not if it was `behind`: such a node answers too', () => {
    watched[a.url] = { down: true, behind: false, checkedAt: now };
    watched[b.url] = { down: false, behind: true, checkedAt: now };
    now += 1;
    health.succeeded(a.url);
    health.succeeded(b.url);
    expect(inOrder([b, a, c])).toEqual([a, c, b]);
    watched[a.url] = { down: true, behind: false, checkedAt: now + 1 };
    expect(inOrder([a, c])).toEqual([c, a]);
  });

  test.each([
    [
      'a success and a failure that one call could have caused',
      [() => health.succeeded(a.url), () => health.failed(a.url)],
    ],
    ['an answer that says that the node is behind', [() => health.behind(a.url)]],
  ])('`down` is overruled by %s', (_, events) => {
    watched[a.url] = { down: true, behind: false, checkedAt: now };
    watched[b.url] = { down: true, behind: false, checkedAt: now };
    now += 1;
    for (const event of events) event();
    expect(inOrder([b, a])).toEqual([a, b]);
  });

  test('does not end the rest of a node that fails for this process', () => {
    watched[a.url] = { down: false, behind: false, checkedAt: now };
    health.rest(a.url);
    expect(inOrder([a, b])).toEqual([b, a]);
  });
});
