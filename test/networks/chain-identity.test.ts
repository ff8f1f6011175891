import { describe, expect, test } from '@jest/globals';
import { isChainIdDue, nodesOnWrongChain, requiredChainId } from '../../src/networks/chain-identity.ts';
import type { NetworkState, NodeCheckResult, NodeState } from '../../src/networks/network-state.ts';
import { nextNetworkState } from '../../src/networks/node-states.ts';

const now = Date.UTC(2026, 10, 28);
const hour = 3_600_000;

describe('the chain of a network is', () => {
  test.each<[string, string | undefined, string | undefined, (string | undefined)[], string | undefined]>([
    ['that of the settings, whatever the nodes say', 'x', 'y', ['y', 'y'], 'x'],
    ['what the only node says', undefined, undefined, ['x'], 'x'],
    ['what all nodes say that say one', undefined, undefined, ['x', undefined, 'x'], 'x'],
    ['what all nodes say now, as after a test network began again', undefined, 'x', ['y', 'y'], 'y'],
    ['what they agreed on before, if they differ', undefined, 'x', ['x', 'y'], 'x'],
    ['also against most of them', undefined, 'x', ['x', 'y', 'y'], 'x'],
    ['what most of them say, without an earlier agreement', undefined, undefined, ['x', 'y', 'y'], 'y'],
    ['open with one against one', undefined, undefined, ['x', 'y'], undefined],
    ['what they agreed on before, if none says one', undefined, 'x', [undefined], 'x'],
    ['open if nothing is known', undefined, undefined, [undefined], undefined],
  ])('%s', (_, expected, agreed, said, chain) => expect(requiredChainId(expected, agreed, said)).toBe(chain));
});

describe('a node is asked for its chain', () => {
  const before = { name: 'a', url: '', up: true, behind: false, failures: 0, since: 0, height: 1_000, chainIdAt: now };
  const isDue = (changes: Partial<NodeState>, height: number | undefined, later = 60_000) =>
    isChainIdDue({ ...before, ...changes }, height, 200, now + later);
  test.each<[string, boolean, boolean]>([
    ['at its first check', isChainIdDue(undefined, 1, 200, now), true],
    ['not at the next one', isDue({}, 1_300), false],
    ['after an hour', isDue({}, 1_300, hour), true],
    ['if its height jumps by more than an hour', isDue({}, 1_000 + 18_001), true],
    ['also backwards', isDue({ height: 30_000 }, 1_000), true],
    ['not if it has an hour of blocks more', isDue({}, 1_000 + 18_000), false],
    ['not if it does not report its height', isDue({}, undefined), false],
    ['while it is on a wrong one', isDue({ wrongChain: true }, 1_300), true],
  ])('%s', (_, due, expected) => expect(due).toBe(expected));
});

describe('a node of another chain', () => {
  const said = (height: number, chainId?: string): NodeCheckResult => ({
    answered: true,
    height,
    saysBehind: false,
    ...(chainId && { chainId: { value: chainId } }),
  });
  const lost: NodeCheckResult = { answered: false, reason: 'timeout' };
  const chain = { blockMs: 200, maxLagMs: 5_000, stalledAfterMs: 10_000 };

  /** The state after each check, of the nodes a, b, … */
  const stateAfter = (checks: readonly (readonly NodeCheckResult[])[], expectedId?: string) =>
    checks.reduce<NetworkState | undefined>((state, results, index) => {
      const checked = results.map((result, place) => ({ name: 'abc'.charAt(place), url: '', result }));
      return nextNetworkState('mainnet', state, checked, { ...chain, expectedId }, now + index * 10_000);
    }, undefined);

  test('is not used, with a reason, and its height counts for nobody', () => {
    const state = stateAfter([[said(1_000, 'x'), said(421_000_000, 'y')]], 'x');
    expect(state?.nodes).toMatchObject([
      { up: true, behind: false, lag: 0, chainId: 'x' },
      { up: false, behind: false, wrongChain: true, reason: 'wrong_chain', chainId: 'y', chainIdAt: now },
    ]);
    expect(state).toMatchObject({ chainId: 'x', pace: { height: 1_000 } });
    expect(nodesOnWrongChain(state ?? { nodes: [], network: '', checkedAt: 0 })).toHaveLength(1);
  });

  test('is not used as the only one either, if the settings expect another', () => {
    expect(stateAfter([[said(7, 'y')]], 'x')).toMatchObject({ nodes: [{ up: false, wrongChain: true }] });
    expect(stateAfter([[said(7, 'y')]])).toMatchObject({ chainId: 'y', nodes: [{ up: true }] });
  });

  test('while it is open which one is right, is not compared with the others: the first node keeps its place', () => {
    const first = stateAfter([[said(1_000, 'x'), said(421_000_000, 'y')]]);
    expect(first).toMatchObject({
      pace: { height: 1_000 },
      nodes: [
        { behind: false, lag: 0 },
        { behind: false, lag: 0 },
      ],
    });
    const later = stateAfter([
      [said(1_000, 'x'), said(421_000_000, 'y')],
      [said(1_050), said(421_000_050)],
    ]);
    expect(later).toMatchObject({ pace: { height: 1_050 }, nodes: [{ lag: 0 }, { lag: 0 }] });
    // A node that does not say its chain is compared with all.
    expect(stateAfter([[said(1_000, 'x'), said(1_200)]])?.nodes).toMatchObject([
      { lag: 200, behind: true },
      { lag: 0 },
    ]);
  });

  test('stays unused while it does not answer, and comes back on the right chain', () => {
    const both = [said(1_000, 'x'), said(900, 'y')];
    expect(stateAfter([both, [said(1_050), lost]], 'x')?.nodes[1]).toMatchObject({
      wrongChain: true,
      reason: 'timeout',
    });
    expect(stateAfter([both, [said(1_050), said(950)]], 'x')?.nodes[1]).toMatchObject({ wrongChain: true });
    const back = stateAfter([both, [said(1_050), said(1_050, 'x')]], 'x')?.nodes[1];
    expect(back).toMatchObject({ up: true, lag: 0, chainId: 'x' });
    expect(back).not.toHaveProperty('wrongChain');
  });

  test('does not win by the failure of the others: what they said last counts', () => {
    const state = stateAfter([
      [said(1_000, 'x'), said(1_000, 'x')],
      [lost, said(5, 'y')],
      [lost, said(6, 'y')],
    ]);
    expect(state).toMatchObject({ chainId: 'x', nodes: [{ up: false }, { wrongChain: true }] });
  });

  test('that contradicts one other, without an agreement, is used as that one is, and both are reported', () => {
    const state = stateAfter([[said(1_000, 'x'), said(1_000, 'y')]]);
    expect(state?.nodes.map(({ up }) => up)).toEqual([true, true]);
    expect(state).not.toHaveProperty('chainId');
    expect(nodesOnWrongChain(state ?? { nodes: [], network: '', checkedAt: 0 })).toHaveLength(2);
  });

  test('is unknown if it does not say its chain, and is used', () => {
    expect(
      stateAfter([[{ ...said(1_000), chainId: { value: undefined } } as NodeCheckResult]], 'x')?.nodes,
    ).toMatchObject([{ up: true, chainIdAt: now }]);
  });
});
