import { afterAll, describe, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { createBucketClient } from '../../src/aws/aws-services.ts';
import { historyDays, type NetworkDay, networkDayKey } from '../../src/networks/network-day.ts';
import { statusFileSchema } from '../../src/status-page/status-file.ts';
import { dayMs } from '../../src/time.ts';
import { settings } from '../support/settings.ts';
import { hanging, startUpstream, stopUpstreams } from '../upstream/upstream-server.ts';
import { WatchedWorld } from './watched-world.ts';

afterAll(stopUpstreams);

const minute = 60_000;
const now = Date.UTC(2026, 10, 26, 12);

/** Checks on successive minutes, the last one now. */
async function watched(world: WatchedWorld, minutes: number): Promise<void> {
  for (let left = minutes; left >= 0; left -= 1) {
    world.now = now - left * minute;
    await world.check();
  }
}

test('a new instance has a valid file: its plans, and networks of which nothing is known yet', async () => {
  const { status } = await new WatchedWorld({ mainnet: ['a.example'] }, now).file();
  expect(v.is(statusFileSchema, status)).toBe(true);
  expect(status).toMatchObject({
    generatedAt: '2026-11-26T12:00:00.000Z',
    region: 'eu-central-1',
    networks: [
      {
        network: 'mainnet',
        state: 'unknown',
        watchedMinutes: 0,
        earliest: null,
        calls: null,
        days: { first: null, watchedMinutes: [], downMinutes: [] },
      },
    ],
  });
  expect(status.plans.map(({ id, pricePerMonth, callsPerDay }) => [id, pricePerMonth, callsPerDay])).toEqual(
    settings.plans
      .filter(({ availability }) => availability === 'open')
      .map(({ id, pricePerMonth, limits }) => [id, pricePerMonth, limits.callsPerDay]),
  );
});

test('a network that was added yesterday has history since then, and one that was removed is not in the file', async () => {
  const world = new WatchedWorld({ old: ['a.example'], added: ['b.example'] }, now);
  world.now = now - dayMs;
  await world.check();
  world.now = now - dayMs + minute;
  await world.check();
  world.now = now;
  const { status } = await world.file(['added']);
  expect(status.networks.map(({ network, days }) => [network, days.first])).toEqual([['added', '2026-11-25']]);
  expect(status.networks[0]?.days).toMatchObject({ watchedMinutes: [1, 0], downMinutes: [0, 0] });
});

test('the state is unknown when watch has stopped', async () => {
  const world = new WatchedWorld({ mainnet: ['a.example'] }, now);
  await watched(world, 5);
  world.now = now + 60 * minute;
  expect((await world.file()).status.networks).toMatchObject([{ state: 'unknown', nodes: [], watchedMinutes: 5 }]);
});

test('lag is shown of nodes that can be compared, with its percentiles', async () => {
  const world = new WatchedWorld({ mainnet: ['a.example', 'b.example'], devnet: ['c.example'] }, now);
  world.lags = { 'b.example': 3 };
  await watched(world, 100);
  const [mainnet, devnet] = (await world.file()).status.networks;
  expect(mainnet).toMatchObject({
    heightUnit: 'slots',
    earliest: 7,
    nodes: [
      { lag: 0, lagPercentiles: { p50: 0, p99: 0 } },
      { lag: 3, lagPercentiles: { p50: 3, p99: 3 } },
    ],
  });
  expect(devnet?.nodes).toMatchObject([{ lagPercentiles: null }]);
});

describe('after 90 days with an outage every day', () => {
  const networks = Array.from({ length: 6 }, (_, index) => `network-${index}`);
  const hosts = ['secret-provider.example', 'b.example', 'c.example'];
  const world = new WatchedWorld(Object.fromEntries(networks.map((network) => [network, hosts])), now);

  /** The worst day of a network: as many interruptions as a day keeps. */
  function worstDay(network: string, at: number): NetworkDay {
    const start = Math.floor(at / dayMs) * dayMs;
    const interruptions = Array.from({ length: 20 }, (_, index) => ({
      from: start + index * 60 * minute,
      to: start + index * 60 * minute + 12_345,
    }));
    const availability = { watchedMs: dayMs, downMs: 20 * 12_345, interruptions };
    const lags = Object.fromEntries(Array.from({ length: 40 }, (_, lag) => [lag, 36]));
    const nodes = hosts.map((name) => ({ ...availability, name, behindMs: minute, lags }));
    return { ...availability, ...networkDayKey(network, at), until: start + dayMs, expiresAt: 1, nodes };
  }

  test('a network takes less than 12 KB of the file, so 80 networks less than a megabyte', async () => {
    await watched(world, 2);
    for (const network of networks) {
      for (let age = 0; age < historyDays + 5; age += 1) await world.table.put(worstDay(network, now - age * dayMs));
    }
    const { text, status } = await world.file();
    expect(status.networks).toHaveLength(6);
    expect(status.networks[0]).toMatchObject({
      watchedMinutes: 90 * 24 * 60,
      downMinutes: Math.round((90 * 20 * 12_345) / minute),
    });
    expect(status.networks[0]?.interruptions).toHaveLength(20);
    expect(text.length / networks.length).toBeLessThan(12_000);
    expect(text).not.toContain('example');
  });

  test('the next minute reads today and yesterday only', async () => {
    world.table.batches.length = 0;
    await world.file(['network-0']);
    expect(world.table.batches).toEqual([['network-0#2026-11-26', 'network-0#2026-11-25']]);
  });
});

test('while S3 is silent, a run ends with an error; that of the next minute writes the file', async () => {
  let behaviour = hanging;
  const s3 = await startUpstream((...asked) => behaviour(...asked));
  const variables = {
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
  };
  // A thousandth of ten seconds for an answer.
  const impatient = createBucketClient('files', variables, { pause: async () => {}, patience: 0.001 });
  const world = new WatchedWorld({ mainnet: ['a.example'] }, now);
  await expect(world.publish(impatient)).rejects.toMatchObject({ name: 'NoAnswerError' });
  world.now += minute;
  behaviour = (response) => void response.writeHead(200).end();
  await world.publish(createBucketClient('files', variables));
  expect(JSON.parse(String(s3.received.at(-1)?.body))).toMatchObject({ generatedAt: '2026-11-26T12:01:00.000Z' });
});
