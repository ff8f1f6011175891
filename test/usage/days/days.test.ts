import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { effort } from '../../support/effort.ts';
import type { Sums } from '../sums.ts';
import { type Fault, type Faults, Turns } from './stepped.ts';
import { World } from './world.ts';

// A day's figures equal its hours despite late records, records of past days, repeated batches, failed marks, processes
// killed at any call, and a tally and two jobs running in any order.

const none: Faults = new Map();

/** Readers see at least the records that the tally has completed, and no others than the existing ones. */
function expectCurrent(world: World): void {
  const shown = world.shown();
  const made = world.made();
  for (const [name, sums] of world.acknowledged()) expectAtLeast(shown.get(name) ?? {}, sums);
  for (const [name, sums] of shown) expectAtLeast(made.get(name) ?? {}, sums);
}

function expectAtLeast(sums: Sums, least: Sums): void {
  for (const [name, amount] of Object.entries(least)) {
    if ((sums[name] ?? 0) < amount) throw new Error(`${name} is ${sums[name] ?? 0}, not ${amount}`);
  }
}

/** After everything was delivered, the days ended and the job ran again, every day has correct figures. */
async function expectRightInTheEnd(world: World): Promise<void> {
  const calm = async (work: (turns: Turns) => Promise<void>) => {
    const turns = new Turns();
    await turns.run(
      [work(turns)],
      () => 0,
      () => expectCurrent(world),
    );
  };
  while (!world.isDone()) await calm((turns) => world.tally(turns, { length: 100, back: 0, faults: none }));
  world.now += 25 * 3_600_000;
  await calm((turns) => world.job(turns, none));
  expect(world.unfinished()).toEqual([]);
  expect(world.shown()).toEqual(world.made());
}

const fault = fc.constantFrom<Fault>('fails before', 'fails after', 'killed before', 'killed after');
const faults = fc.array(fc.tuple(fc.nat(6), fault), { maxLength: 2 }).map((list): Faults => new Map(list));

const steps = fc.oneof(
  fc.record({
    step: fc.constant('request' as const),
    keyId: fc.constantFrom('one', 'two'),
    network: fc.constantFrom('mainnet', 'devnet'),
    method: fc.constantFrom('getSlot', 'getHealth'),
    outcome: fc.constantFrom('ok' as const, 'rpc_error' as const),
    durationMs: fc.nat(40),
    hoursAgo: fc.constantFrom(0, 0, 1, 12, 13, 30, 100),
  }),
  fc.record({ step: fc.constant('wait' as const), hours: fc.constantFrom(1, 6, 11, 12, 13) }),
  fc.record({
    step: fc.constant('work' as const),
    tally: fc.option(fc.record({ length: fc.integer({ min: 1, max: 5 }), back: fc.nat(3), faults })),
    jobs: fc.array(fc.record({ faults, late: fc.boolean() }), { maxLength: 2 }),
    order: fc.array(fc.nat(5), { minLength: 12, maxLength: 12 }),
  }),
);

describe('day items equal their hours', () => {
  test('over any history, and no reader misses earlier counts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 24 }), async (history) => {
        const world = new World();
        for (const one of history) {
          if (one.step === 'wait') world.now += one.hours * 3_600_000;
          if (one.step === 'request') {
            const { method, outcome, hoursAgo, keyId, network, durationMs } = one;
            world.request({ keyId, network, durationMs, outcome, calls: [{ method, outcome, count: 1 }] }, hoursAgo);
          }
          if (one.step === 'work') {
            const { tally, jobs } = one;
            const turns = new Turns();
            const work = jobs.map(({ faults, late }) => world.job(turns, faults, world.now + (late ? 0 : 1)));
            if (tally) work.push(world.tally(turns, tally));
            let turn = 0;
            const choose = (options: number) => (one.order[turn++ % one.order.length] ?? 0) % Math.max(1, options);
            await turns.run(work, choose, () => expectCurrent(world));
          }
          expectCurrent(world);
        }
        await expectRightInTheEnd(world);
      }),
      { numRuns: effort(100, 3_000) },
    );
  });

  test('if a late record is counted at any time during a job, with a failure or a crash at any call', async () => {
    const kinds: Fault[] = ['fails before', 'fails after', 'killed before', 'killed after'];
    const faulty: Faults[] = [0, 1, 2].flatMap((call) => kinds.map((kind) => new Map([[call, kind]])));
    let runs = 0;
    for (const [ofTally, ofJob] of [
      [none, none],
      ...faulty.map((one) => [one, none] as const),
      ...faulty.map((one) => [none, one] as const),
    ] as const) {
      await inEveryOrder(async (choose) => {
        runs += 1;
        const world = await withDayDue();
        const turns = new Turns();
        const work = [world.job(turns, ofJob), world.tally(turns, { length: 1, back: 0, faults: ofTally })];
        await turns.run(work, choose, () => expectCurrent(world));
        expectCurrent(world);
        await expectRightInTheEnd(world);
      });
    }
    // The tally's two counters in either order, then its mark; and the job's three calls: 2 × 20 orders without a
    // fault.
    expect(runs).toBeGreaterThan(40);
  });
});

/** A past day is due, and a late record of it waits in the stream. */
async function withDayDue(): Promise<World> {
  const world = new World();
  world.request({}, 0);
  const turns = new Turns();
  await turns.run(
    [world.tally(turns, { length: 1, back: 0, faults: none })],
    () => 0,
    () => {},
  );
  world.now += 13 * 3_600_000;
  world.request({}, 13);
  return world;
}

/** Runs a function with every possible sequence of choices. */
async function inEveryOrder(run: (choose: (options: number) => number) => Promise<void>): Promise<void> {
  const path: { choice: number; options: number }[] = [];
  for (;;) {
    let depth = 0;
    await run((options) => {
      const known = path[depth] ?? { choice: 0, options };
      path[depth] = known;
      depth += 1;
      return known.choice;
    });
    path.length = depth;
    while (path.length > 0 && (path.at(-1)?.choice ?? 0) + 1 >= (path.at(-1)?.options ?? 0)) path.pop();
    const last = path.at(-1);
    if (!last) return;
    last.choice += 1;
  }
}
