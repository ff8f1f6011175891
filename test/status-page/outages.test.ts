import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PublicNetwork } from '../../src/status-page/status-file.ts';
import { effort } from '../support/effort.ts';
import { type Outage, WatchedWorld } from './watched-world.ts';

// Outages of nodes, on a clock that the tests set: watch checks, and the file says for how long.

const minute = 60_000;
const midnight = Date.UTC(2026, 10, 26);
const nodes = ['a.example', 'b.example'];

async function lived(start: number, minutes: number, outages: readonly Outage[], network = nodes) {
  const world = new WatchedWorld({ mainnet: network }, start);
  world.outages = outages;
  for (let at = 0; at <= minutes; at += 1) {
    world.now = start + at * minute;
    await world.check();
  }
  return world;
}

async function mainnetOf(world: WatchedWorld): Promise<PublicNetwork> {
  const [mainnet] = (await world.file()).status.networks;
  if (!mainnet) throw new Error('no mainnet');
  return mainnet;
}

const at = (minutes: number) => new Date(midnight + minutes * minute).toISOString();
const down = (node: string, from: number, to: number): Outage => ({
  node,
  from: midnight + from * minute,
  to: midnight + to * minute,
});

describe('an outage', () => {
  test('of one node is an interruption of that node, and not of its network', async () => {
    const world = await lived(midnight, 60, [down('b.example', 10, 17)]);
    const mainnet = await mainnetOf(world);
    expect(mainnet).toMatchObject({ watchedMinutes: 60, downMinutes: 0, interruptions: [] });
    expect(mainnet.nodes).toMatchObject([
      { name: 'Node 1', watchedMinutes: 60, downMinutes: 0, interruptions: [] },
      { name: 'Node 2', watchedMinutes: 60, downMinutes: 7, interruptions: [{ from: at(10), to: at(17), minutes: 7 }] },
    ]);
  });

  test('of all nodes is one of the network, as long as no node answers', async () => {
    const world = await lived(midnight, 60, [down('a.example', 5, 30), down('b.example', 20, 45)]);
    expect(await mainnetOf(world)).toMatchObject({
      downMinutes: 10,
      interruptions: [{ from: at(20), to: at(30), minutes: 10 }],
      nodes: [{ downMinutes: 25 }, { downMinutes: 25 }],
    });
  });

  test('that still lasts has no end', async () => {
    const world = await lived(midnight, 30, [down('a.example', 20, 90)], ['a.example']);
    expect(await mainnetOf(world)).toMatchObject({
      state: 'down',
      downMinutes: 10,
      interruptions: [{ from: at(20), to: null, minutes: 10 }],
    });
  });

  test('of a single failed check is none', async () => {
    const world = await lived(midnight, 30, [down('a.example', 20, 21)], ['a.example']);
    expect(await mainnetOf(world)).toMatchObject({ downMinutes: 0, interruptions: [] });
  });

  test('over midnight is one interruption, and its minutes are in both days', async () => {
    const world = await lived(midnight - 30 * minute, 60, [down('a.example', -10, 15)], ['a.example']);
    expect(await mainnetOf(world)).toMatchObject({
      interruptions: [{ from: at(-10), to: at(15), minutes: 25 }],
      days: { first: '2026-11-25', watchedMinutes: [30, 30], downMinutes: [10, 15] },
    });
  });

  test('that nobody watched is not counted, and neither is the time', async () => {
    const world = await lived(midnight, 10, [], ['a.example']);
    world.now = midnight + 70 * minute;
    await world.check();
    expect(await mainnetOf(world)).toMatchObject({ watchedMinutes: 10, downMinutes: 0 });
  });

  test('is counted once if watch runs twice in a minute', async () => {
    const world = new WatchedWorld({ mainnet: ['a.example'] }, midnight);
    world.outages = [down('a.example', 5, 15)];
    for (let minutes = 0; minutes <= 30; minutes += 1) {
      world.now = midnight + minutes * minute;
      await Promise.all([world.check(), world.check()]);
    }
    expect(await mainnetOf(world)).toMatchObject({ watchedMinutes: 30, downMinutes: 10 });
  });
});

/** Outages of one node one after the other, at any millisecond: none shorter than two checks, with a pause between. */
const outagesOf = (node: string): fc.Arbitrary<Outage[]> =>
  fc
    .array(
      fc.record({
        pause: fc.integer({ min: 3 * minute, max: 40 * minute }),
        lasts: fc.integer({ min: 2 * minute, max: 60 * minute }),
      }),
      { maxLength: 2 },
    )
    .map((list) => {
      let end = midnight - 90 * minute;
      return list.map(({ pause, lasts }) => {
        const from = end + pause;
        end = from + lasts;
        return { node, from, to: end };
      });
    });

/** When all nodes are down at once. */
const together = (some: readonly Outage[], others: readonly Outage[]) =>
  some.flatMap((one) =>
    others.flatMap((other) => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
      return to > from ? [{ from, to }] : [];
    }),
  );

const realMinutes = (all: readonly Pick<Outage, 'from' | 'to'>[]): number[] =>
  all.map(({ from, to }) => (to - from) / minute);

test('the minutes of each interruption are right to one, over random outages', async () => {
  await fc.assert(
    fc.asyncProperty(outagesOf('a.example'), outagesOf('b.example'), async (first, second) => {
      const world = await lived(midnight - 90 * minute, 210, [...first, ...second]);
      const { nodes: [one, other] = [], ...mainnet } = await mainnetOf(world);
      for (const [node, outages] of [
        [one, first],
        [other, second],
      ] as const) {
        const real = realMinutes(outages);
        const reported = node?.interruptions.map(({ minutes }) => minutes).toReversed() ?? [];
        expect(reported).toHaveLength(real.length);
        for (const [index, minutes] of reported.entries())
          expect(Math.abs(minutes - (real[index] ?? 0))).toBeLessThan(1);
      }
      // An outage of both may be shorter than two checks.
      const both = realMinutes(together(first, second)).reduce((sum, minutes) => sum + minutes, 0);
      const parts = together(first, second).length;
      expect(Math.abs(mainnet.downMinutes - both)).toBeLessThan(1 + parts);
    }),
    { numRuns: effort(8, 500) },
  );
});
