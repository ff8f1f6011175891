import { expect, test } from '@jest/globals';
import { countedText, nodeTexts } from '../../../../../dashboard/pages/history/details/processing-text.ts';

const call = { method: 'getSlot', outcome: 'ok', errorCode: null, count: 1 };
const countedAt = '2026-11-20T23:59:59.000Z';

test('the nodes that got a call, in order, and how each try ended', () => {
  const tries = [
    { node: 'Node 2', end: 'failed', calls: 1 },
    { node: 'Node 1', end: 'answered', calls: 1 },
    { node: null, end: 'unanswered', calls: 1 },
  ];
  expect(nodeTexts({ tries, calls: [call] })).toEqual([
    'Node 2 failed',
    'Node 1 answered',
    'A node that is no longer used did not answer',
  ]);
});

test('of a batch, how many calls each node got', () => {
  const tries = [{ node: 'Node 1', end: 'answered', calls: 1_200 }];
  expect(nodeTexts({ tries, calls: [call, { ...call, count: 1_199 }] })).toEqual(['Node 1 answered (1,200 calls)']);
});

test('how many calls use which day’s quota', () => {
  const calls = [call, { ...call, outcome: 'upstream_error', count: 2 }];
  expect(countedText({ calls, countedAt: null, countedCalls: 0 })).toBe('Nothing: it was not admitted.');
  expect(countedText({ calls: [call], countedAt, countedCalls: 1 })).toBe('1 call of the quota of 2026-11-20 UTC.');
  expect(countedText({ calls, countedAt, countedCalls: 1 })).toBe(
    '1 call of the quota of 2026-11-20 UTC. 2 calls given back, because they failed through no fault of yours.',
  );
});
