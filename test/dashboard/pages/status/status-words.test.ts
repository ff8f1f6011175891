import { describe, expect, test } from '@jest/globals';
import { lagText, networkState, nodeState, overallState } from '../../../../dashboard/pages/status/status-words.ts';

const states = (...list: string[]) => list.map((state) => ({ state }));

describe('overallState', () => {
  test.each([
    [states('up', 'up'), 'All networks are operational', 'good'],
    [states('up', 'degraded'), 'Problems with 1 of 2 networks', 'caution'],
    [states('down', 'degraded'), 'Problems with 2 of 2 networks', 'bad'],
    [states('unknown', 'unknown'), 'The state of 2 of 2 networks is unknown', 'neutral'],
    [states('up', 'unknown'), 'The state of 1 of 2 networks is unknown', 'neutral'],
    [states('up', 'paused'), 'Problems with 1 of 2 networks', 'caution'],
  ])('%j: %s', (networks, label, tone) => {
    expect(overallState(networks)).toMatchObject({ label, tone });
  });
});

describe('lagText', () => {
  test.each([
    [{ state: 'up', lag: 0 }, 'Newest'],
    [{ state: 'behind', lag: 1 }, '1 slot behind'],
    [{ state: 'behind', lag: 1_320 }, '1,320 slots behind'],
    [{ state: 'down', lag: 12 }, '–'],
    [{ state: 'up', lag: null }, '–'],
  ])('%j: %s', (node, text) => {
    expect(lagText(node, 'slots')).toBe(text);
  });
});

test('states of a later release are shown by their names', () => {
  expect(networkState('paused')).toMatchObject({ label: 'paused', tone: 'neutral' });
  expect(nodeState('draining')).toMatchObject({ label: 'draining', tone: 'neutral' });
});
