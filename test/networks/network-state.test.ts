import { describe, expect, test } from '@jest/globals';
import type { CheckedNode, NodeCheckResult, NodeState } from '../../src/networks/network-state.ts';
import { updateNodeStates } from '../../src/networks/node-states.ts';

// In blocks of a second.
const maxLag = 50;
const limits = { maxLagMs: 50_000, blockMs: 1_000 };
const start = Date.UTC(2026, 10, 24, 12);
const minute = 60_000;

const at = (height: number | undefined, saysBehind = false): NodeCheckResult => ({
  answered: true,
  height,
  saysBehind,
});
const lost: NodeCheckResult = { answered: false, reason: 'timeout' };

const node = (name: string, result: NodeCheckResult): CheckedNode => ({ name, url: `https://${name}`, result });

/** The states after each check. Checks are a minute apart and list the answers of the nodes a, b, … */
function statesAfter(...checks: readonly (readonly NodeCheckResult[])[]): NodeState[] {
  let states: NodeState[] = [];
  for (const [index, results] of checks.entries()) {
    const checked = results.map((result, place) => node('abc'.charAt(place), result));
    states = updateNodeStates(states, checked, limits, start + index * minute);
  }
  return states;
}

const [both, startedAt] = [{ up: true, behind: false }, { since: start }];

describe('a node is down', () => {
  test('after two failed checks in a row, from the second on', () => {
    expect(statesAfter([at(1_000)], [lost], [lost])).toEqual([
      {
        name: 'a',
        url: 'https://a',
        up: false,
        behind: false,
        failures: 2,
        since: start + 2 * minute,
        reason: 'timeout',
      },
    ]);
  });

  test('but not after one: it keeps its state, with the reason of the failure', () => {
    expect(statesAfter([at(1_000)], [lost])).toEqual([
      {
        name: 'a',
        url: 'https://a',
        ...both,
        height: 1_000,
        lag: 0,
        lagMs: 0,
        failures: 1,
        since: start,
        reason: 'timeout',
      },
    ]);
  });

  test('but not if failures and answers alternate', () => {
    expect(statesAfter([lost], [at(1)], [lost], [at(2)], [lost])).toMatchObject([{ ...both, ...startedAt }]);
  });

  test('but not after its first check, whatever the result', () => {
    expect(statesAfter([lost])).toMatchObject([{ ...both, failures: 1, reason: 'timeout', ...startedAt }]);
  });

  test('until it answers once', () => {
    const [back] = statesAfter([lost], [lost], [lost], [at(5)]);
    expect(back).toMatchObject({ ...both, height: 5, failures: 0, since: start + 3 * minute });
    expect(back?.reason).toBeUndefined();
  });

  test('and its height no longer counts: the best node that is up is 0 behind', () => {
    const [first, second] = statesAfter([at(1_000), at(900)], [lost, at(900)], [lost, at(900)]);
    expect(first).toMatchObject({ up: false });
    expect(second).toMatchObject({ ...both, lag: 0 });
  });
});

describe('a node is behind', () => {
  test.each([
    [50, false],
    [51, true],
  ])('the best one by %i: %j', (lag, behind) => {
    expect(statesAfter([at(1_000), at(1_000 - lag)])[1]).toMatchObject({ up: true, behind, lag });
  });

  test('until it is within half of the limit', () => {
    const lags = [51, 50, 26, 25, 50].map((lag) => [at(1_000), at(1_000 - lag)]);
    const behind = lags.map((_, index) => statesAfter(...lags.slice(0, index + 1))[1]?.behind);
    expect(behind).toEqual([true, true, true, false, false]);
    expect(statesAfter(...lags)[1]).toMatchObject({ since: start + 3 * minute });
  });

  test('if it says so itself, by at least more than the limit, also as the only node', () => {
    expect(statesAfter([at(1_000, true)])).toMatchObject([
      { up: true, behind: true, lag: maxLag + 1, reason: 'behind' },
    ]);
    expect(statesAfter([at(undefined, true)])).toMatchObject([{ up: true, behind: true, lag: maxLag + 1 }]);
    expect(statesAfter([at(1_000), at(800, true)])[1]).toMatchObject({ behind: true, lag: 200 });
  });

  test('also while the best node has failed one check: its last height still counts', () => {
    const [, second] = statesAfter([at(1_000), at(900)], [lost, at(910)]);
    expect(second).toMatchObject({ behind: true, lag: 90 });
  });

  test('also after it fails one check', () => {
    const [, second] = statesAfter([at(1_000), at(900)], [at(1_010), lost]);
    expect(second).toMatchObject({ up: true, behind: true, lag: 100, failures: 1, since: start });
  });

  test('but not while its height is unknown', () => {
    const [, second] = statesAfter([at(1_000), at(undefined)]);
    expect(second).toMatchObject(both);
    expect(second?.lag).toBeUndefined();
  });
});

test('a node with another URL starts over, and a removed node leaves the item', () => {
  const [before] = statesAfter([at(1_000), lost], [at(1_000), lost]);
  const moved = { ...node('a', lost), url: 'https://a/other' };
  const states = updateNodeStates(before ? [before] : [], [moved], limits, start + 5 * minute);
  expect(states).toMatchObject([{ url: 'https://a/other', ...both, failures: 1, since: start + 5 * minute }]);
});
