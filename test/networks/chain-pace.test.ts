import { describe, expect, test } from '@jest/globals';
import { type ChainPace, nextPace } from '../../src/networks/chain-pace.ts';
import { nextNetworkState } from '../../src/networks/node-states.ts';

const limits = { blockMs: 400, stalledAfterMs: 10_000 };

/** The pace after checks at these seconds, of a chain with this height at each. */
const paceAfter = (checks: readonly (readonly [seconds: number, height: number | undefined])[], given = limits) =>
  checks.reduce<ChainPace | undefined>(
    (pace, [seconds, height]) =>
      nextPace(pace, height === undefined ? undefined : { height, at: seconds * 1_000 }, given),
    undefined,
  );

/** A check every 10 s from `from` to `to`, of a chain with a block every `blockMs`. */
const moving = (from: number, to: number, blockMs: number, height = 1_000): [number, number][] =>
  Array.from({ length: (to - from) / 10 + 1 }, (_, index) => [
    from + index * 10,
    height + Math.floor((index * 10_000) / blockMs),
  ]);

describe('the time of a block', () => {
  test.each([200, 214, 250, 400])('of %i ms is measured within a minute, to a percent', (blockMs) => {
    const measured = paceAfter(moving(0, 60, blockMs))?.blockMs ?? 0;
    expect(Math.abs(measured / blockMs - 1)).toBeLessThan(0.01);
  });

  test('is unknown until a minute and 20 blocks are over', () => {
    expect(paceAfter(moving(0, 50, 200))?.blockMs).toBeUndefined();
    const slow = { blockMs: 12_000, stalledAfterMs: 180_000 };
    expect(paceAfter(moving(0, 230, 12_000), slow)?.blockMs).toBeUndefined();
    expect(paceAfter(moving(0, 240, 12_000), slow)?.blockMs).toBe(12_000);
  });

  test.each<[string, [number, number][]]>([
    ['a chain that stalled', [...moving(0, 50, 200), ...moving(60, 160, 1e9, 1_250), ...moving(170, 220, 200, 1_250)]],
    ['a jump of more than an hour', [...moving(0, 50, 200), ...moving(60, 110, 200, 421_000_000)]],
    ['a height that fell', [...moving(0, 50, 200), ...moving(60, 110, 200, 900)]],
    ['a pause of watch', [...moving(0, 50, 200), ...moving(600, 650, 200, 4_000)]],
  ])('is not measured across %s', (_, checks) => expect(paceAfter(checks)?.blockMs).toBeUndefined());

  test('stays what it was while the chain stalls', () => {
    const pace = paceAfter([...moving(0, 60, 200), ...moving(70, 170, 1e9, 1_300)]);
    expect(pace).toMatchObject({ stalled: true, blockMs: 200 });
  });
});

describe('a chain', () => {
  test('has stalled without a new height for longer than it may, and not with one', () => {
    const stalled = (seconds: number) =>
      paceAfter([
        [0, 7],
        [seconds, 7],
      ])?.stalled;
    expect([10, 10.001, 11].map(stalled)).toEqual([false, true, true]);
    expect(
      paceAfter([
        [0, 7],
        [60, 7],
        [70, 8],
      ]),
    ).toMatchObject({ stalled: false, movedAt: 70_000 });
  });

  test.each([0, 1_000, 5_000, 9_000])(
    'that stops %i ms after a check has stalled with the second one after that',
    (after) => {
      const stopped = 1_300 + after / 200;
      const pace = (...seconds: number[]) =>
        paceAfter([...moving(0, 60, 200), ...seconds.map((at): [number, number] => [at, stopped])]);
      expect(pace(70)?.stalled).toBe(false);
      // At a whole 10 s it has not been longer.
      expect(pace(70, 80)?.stalled).toBe(true);
    },
  );

  test('that makes its blocks ever more slowly has not stalled', () => {
    const checks = Array.from({ length: 30 }, (_, index): [number, number] => [70 + index * 10, 1_301 + index]);
    for (let length = 1; length <= checks.length; length += 1) {
      expect(paceAfter([...moving(0, 60, 200), ...checks.slice(0, length)])?.stalled).toBe(false);
    }
  });

  test('with a new height has not stalled, however long the time between two checks', () => {
    expect(paceAfter([...moving(0, 60, 200), [120, 1_310]])?.stalled).toBe(false);
  });

  test('has not stalled while no node says its height', () => {
    expect(
      paceAfter([
        [0, 7],
        [60, undefined],
      ]),
    ).toMatchObject({ stalled: false, at: 0 });
    expect(paceAfter([[0, undefined]])).toBeUndefined();
  });

  test('that makes blocks on demand never stalls', () => {
    const never = { ...limits, stalledAfterMs: Number.POSITIVE_INFINITY };
    expect(
      paceAfter(
        [
          [0, 7],
          [86_400, 7],
        ],
        never,
      )?.stalled,
    ).toBe(false);
  });
});

describe('the lag', () => {
  const at = (height: number, heightAt?: number) => ({ answered: true as const, height, heightAt, saysBehind: false });
  const lags = (previous: ChainPace | undefined, ...results: ReturnType<typeof at>[]) => {
    const checked = results.map((result, index) => ({ name: `${index}`, url: `https://${index}`, result }));
    const before = previous && { network: 'mainnet', checkedAt: 0, nodes: [], pace: previous };
    const chain = { ...limits, maxLagMs: 5_000 };
    return nextNetworkState('mainnet', before, checked, chain, 1_000).nodes.map(({ lag, lagMs, behind }) => [
      lag,
      lagMs,
      behind,
    ]);
  };

  test('is a time by the measured pace, or else by the chain’s', () => {
    expect(lags(undefined, at(1_000), at(987))).toEqual([
      [0, 0, false],
      [13, 5_200, true],
    ]);
    const measured = { height: 900, at: 0, movedAt: 0, stalled: false, blockMs: 200, from: { height: 900, at: 0 } };
    expect(lags(measured, at(1_000), at(987))).toEqual([
      [0, 0, false],
      [13, 2_600, false],
    ]);
    expect(lags(measured, at(1_000), at(974))).toEqual([
      [0, 0, false],
      [26, 5_200, true],
    ]);
  });

  test('does not count the time by which a slow node answers later', () => {
    expect(lags(undefined, at(1_000, 0), at(1_010, 4_000))).toEqual([
      [0, 0, false],
      [0, 0, false],
    ]);
    expect(lags(undefined, at(1_000, 0), at(1_000, 4_000))).toEqual([
      [0, 0, false],
      [10, 4_000, false],
    ]);
  });
});
