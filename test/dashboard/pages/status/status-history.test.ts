import { describe, expect, test } from '@jest/globals';
import { isOld } from '../../../../dashboard/api/status-file.ts';
import { historyDays, interruptionsOf, upShare } from '../../../../dashboard/pages/status/status-history.ts';
import type { PublicNetwork, StatusFile } from '../../../../src/status-page/status-file.ts';

const network: PublicNetwork = {
  network: 'mainnet',
  chain: 'solana',
  state: 'up',
  since: null,
  checkedAt: null,
  heightUnit: 'slots',
  methods: [],
  otherMethods: true,
  nodes: [],
  earliest: null,
  watchedMinutes: 0,
  downMinutes: 0,
  interruptions: [],
  days: { first: null, watchedMinutes: [], downMinutes: [] },
  calls: null,
};

describe('the history of a network', () => {
  test.each([
    [100, 0, '100%'],
    [129_600, 1, '99.99%'],
    [1_440, 1_440, '0%'],
    [0, 0, '–'],
  ])(
    '%i minutes with %i of them down are up for %s: never 100% with a minute down',
    (watchedMinutes, downMinutes, text) => expect(upShare({ watchedMinutes, downMinutes })).toBe(text),
  );

  test('has a day for each of the file’s, by how long it was down', () => {
    const days = { first: '2026-11-23', watchedMinutes: [0, 1_440, 1_440, 700], downMinutes: [0, 0, 12, 60] };
    expect(
      historyDays({ ...network, days }).map(({ date, state }) => [new Date(date).toISOString().slice(0, 10), state]),
    ).toEqual([
      ['2026-11-23', 'unwatched'],
      ['2026-11-24', 'up'],
      ['2026-11-25', 'partly'],
      ['2026-11-26', 'down'],
    ]);
    expect(historyDays(network)).toEqual([]);
  });

  test('lists the interruptions of the network and of its nodes, newest first', () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 12, minute)).toISOString();
    const node = {
      ...network,
      name: 'Node 2',
      state: 'down',
      since: at(0),
      height: null,
      lag: null,
      lagMs: null,
      lagOfTransaction: null,
      lagPercentiles: null,
      behindMinutes: 0,
      interruptions: [{ from: at(20), to: null, minutes: 5 }],
    };
    const interruptions = [{ from: at(1), to: at(5), minutes: 4 }];
    expect(interruptionsOf({ ...network, interruptions, nodes: [node] }).map(({ of }) => of)).toEqual([
      'Node 2',
      'The network',
    ]);
  });
});

describe('the status file', () => {
  const file: StatusFile = {
    generatedAt: '2026-11-26T12:00:00Z',
    region: 'x',
    currency: 'usd',
    networks: [],
    plans: [],
  };

  test('is old five minutes after it was written, whether it was read old or could not be read since', () => {
    const now = Date.now();
    expect(isOld({ data: { file, ageMs: 0 }, dataUpdatedAt: now })).toBe(false);
    expect(isOld({ data: { file, ageMs: 240_000 }, dataUpdatedAt: now })).toBe(false);
    expect(isOld({ data: { file, ageMs: 3_600_000 }, dataUpdatedAt: now })).toBe(true);
    expect(isOld({ data: { file, ageMs: 0 }, dataUpdatedAt: now - 301_000 })).toBe(true);
    expect(isOld({ data: null, dataUpdatedAt: 0 })).toBe(false);
  });
});
