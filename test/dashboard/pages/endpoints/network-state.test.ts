import { expect, test } from '@jest/globals';
import { networkStateView, nodesText } from '../../../../dashboard/pages/endpoints/network-state.ts';

const node = { name: 'a', state: 'up', since: '2026-11-20T00:00:00Z', height: 1_234_567, lag: 0 };

test.each([
  ['up', 'Up', 'good'],
  ['degraded', 'Degraded', 'caution'],
  ['down', 'Down', 'bad'],
  ['unknown', 'Not checked', 'neutral'],
  ['paused', 'paused', 'neutral'],
])('the state %s is shown as %s', (state, label, tone) => {
  expect(networkStateView(state)).toEqual({ label, tone });
});

test('the nodes are counted, with the newest height', () => {
  const behind = { ...node, state: 'behind', height: 9 };
  expect(nodesText({ nodes: [node], heightUnit: 'slots' })).toBe('1 of 1 node up. Newest height: 1,234,567 slots.');
  expect(nodesText({ nodes: [behind, node], heightUnit: 'blocks' })).toBe(
    '1 of 2 nodes up. Newest height: 1,234,567 blocks.',
  );
});

test('without checked nodes or heights there is nothing to say about them', () => {
  expect(nodesText({ nodes: [], heightUnit: 'slots' })).toBe('');
  expect(nodesText({ nodes: [{ ...node, height: null }], heightUnit: 'slots' })).toBe('1 of 1 node up.');
});
