import { afterEach, expect, test } from '@jest/globals';
import { createGitHubKeys } from '../../src/leaks/github-keys.ts';
import { createLog } from '../../src/log.ts';
import { hanging, startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';
import { GitHubSigner } from './github-signer.ts';
import { type KeyList, serveKeyList } from './key-list.ts';

const stops: (() => void)[] = [];
afterEach(stopUpstreams);
afterEach(() => stops.splice(0).forEach((stop) => void stop()));

const [first, second] = [new GitHubSigner('first'), new GitHubSigner('second')];

async function start(): Promise<{
  list: KeyList;
  find: ReturnType<typeof createGitHubKeys>;
  time: { now: number };
  lines: string[];
}> {
  const list = await serveKeyList([first]);
  stops.push(list.stop);
  const time = { now: Date.UTC(2026, 10, 20) };
  const lines: string[] = [];
  const log = createLog('debug', (line) => void lines.push(line));
  return { list, find: createGitHubKeys(() => time.now, log, list.url), time, lines };
}

test('the list is read for an unknown identifier only, and at most once a minute', async () => {
  const { list, find, time } = await start();
  expect(await Promise.all(['first', 'first', 'made-up'].map(find))).toEqual([
    first.publicKey,
    first.publicKey,
    undefined,
  ]);
  expect(list.reads()).toBe(1);
  list.signers = [first, second];
  for (let tries = 0; tries < 50; tries += 1) expect(await find(`made-up-${tries}`)).toBeUndefined();
  expect(await find('second')).toBeUndefined();
  expect(list.reads()).toBe(1);
  time.now += 60_000;
  expect(await find('second')).toBe(second.publicKey);
  expect(await find('first')).toBe(first.publicKey);
  expect(list.reads()).toBe(2);
});

test.each([
  ['answers with an error', { status: 403, body: '{"message":"API rate limit exceeded"}' }],
  ['is not a list', { body: '[]' }],
  ['is not JSON', { body: '<html>' }],
])('a list that %s is tried again after a minute, and what is known stays known', async (_, failure) => {
  const { list, find, time, lines } = await start();
  list.answer = failure;
  await expect(find('first')).rejects.toMatchObject({ code: 'github_keys_unavailable' });
  await expect(find('other')).rejects.toMatchObject({ code: 'github_keys_unavailable' });
  expect([list.reads(), lines.length]).toEqual([1, 1]);
  list.answer = undefined;
  time.now += 60_000;
  expect(await find('first')).toBe(first.publicKey);
  list.answer = failure;
  time.now += 60_000;
  await expect(find('other')).rejects.toMatchObject({ code: 'github_keys_unavailable' });
  expect(await find('first')).toBe(first.publicKey);
});

test('a list that does not answer is given up, also for those who wait for the same read', async () => {
  const { url, received } = await startUpstream(hanging);
  const lines: string[] = [];
  const find = createGitHubKeys(
    Date.now,
    createLog('debug', (line) => void lines.push(line)),
    url,
    20,
  );
  const asked = await Promise.allSettled(['first', 'second'].map(find));
  expect(asked).toMatchObject([
    { status: 'rejected', reason: { code: 'github_keys_unavailable' } },
    { status: 'rejected', reason: { code: 'github_keys_unavailable' } },
  ]);
  expect(received.length).toBeLessThan(2);
  expect(lines).toEqual([expect.stringContaining('TimeoutError')]);
});
