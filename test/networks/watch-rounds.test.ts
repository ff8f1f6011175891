import { beforeEach, describe, expect, test } from '@jest/globals';
import { createLog } from '../../src/log.ts';
import { recordIntervals } from '../../src/networks/network-day.ts';
import { isNetworkState } from '../../src/networks/network-state.ts';
import { watchNetworks } from '../../src/networks/watch-networks.ts';
import { ConditionFailedError, type Item } from '../../src/table/item-table.ts';

const minute = 60_000;
const start = Date.UTC(2026, 10, 28, 12);

let now: number;
let emitted: number;
let asked: string[];
let written: number[];
let items: Map<string, Item>;
/** When each node stops, and the ms that it takes to answer. */
let stopsAt: Record<string, number>;
let takes: Record<string, number>;
let health: Record<string, unknown>;

beforeEach(() => {
  now = start;
  [emitted, asked, written, items] = [0, [], [], new Map()];
  [stopsAt, takes, health] = [{}, {}, {}];
});

const table = {
  get: async ({ network }: Item) => items.get(String(network)),
  put: async (item: Item, condition?: string, values?: Item) => {
    const stored = items.get(String(item.network));
    if (condition && stored && !(Number(stored.checkedAt) < Number(values?.[':checkedAt'])))
      throw new ConditionFailedError(stored);
    items.set(String(item.network), structuredClone(item));
    if (!String(item.network).includes('#')) written.push(now - start);
  },
};

const nodes = ['a', 'b'];
const settings = {
  network: 'mainnet',
  path: '/',
  chain: 'solana' as const,
  upstreams: nodes.map((node) => ({ url: `https://${node}`, archive: true })),
};

async function run(more: object = {}): Promise<void> {
  await watchNetworks({
    networks: [settings],
    rpcUrl: undefined,
    table,
    credentials: () => Promise.reject(new Error('none')),
    send: async ({ url, body }) => {
      const { method } = JSON.parse(body.toString());
      asked.push(`${url.host} ${method}`);
      const slot = Math.floor((Math.min(now, stopsAt[url.host] ?? now) - start) / 200) + 1_000;
      const result = { getHealth: health[url.host] ?? 'ok', getGenesisHash: 'x' }[String(method)] ?? slot;
      now += takes[url.host] ?? 0;
      const answer = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
      return { status: 200, contentType: 'application/json', contentEncoding: undefined, body: answer };
    },
    clock: () => now,
    pause: async (ms: number) => {
      now += ms;
    },
    emit: () => {
      emitted += 1;
    },
    log: createLog('error', () => undefined),
    limitMs: 5_000,
    everyMs: 10_000,
    ...more,
  });
}

const stateOf = () => {
  const item = items.get('mainnet');
  return isNetworkState(item) ? item : undefined;
};
const count = (question: string) => asked.filter((one) => one === question).length;

describe('a minute of watch', () => {
  test('has six rounds for heights, and asks once for health and emits the metrics once', async () => {
    await run();
    expect(written).toEqual([0, 10_000, 20_000, 30_000, 40_000, 50_000]);
    expect([count('a getSlot'), count('a getHealth'), count('a getGenesisHash')]).toEqual([6, 1, 1]);
    // A line for each node, and one for the network.
    expect(emitted).toBe(3);
  });

  test('has fewer rounds with a longer setting, and one with a minute', async () => {
    await run({ everyMs: 20_000 });
    expect(written).toEqual([0, 20_000, 40_000]);
    [now, written, items] = [start, [], new Map()];
    await run({ everyMs: minute });
    expect(written).toEqual([0]);
  });

  test('leaves out rounds that a slow node would overlap, and ends in time', async () => {
    takes = { a: 4_000, b: 4_000 };
    await run({ everyMs: 5_000 });
    expect(written.every((at, index) => index === 0 || at - (written[index - 1] ?? 0) >= 8_000)).toBe(true);
    expect(now - start).toBeLessThan(75_000);
  });

  test('writes a day once, with all its rounds', async () => {
    await run();
    now = start + minute;
    await run();
    const day = items.get('mainnet#2026-11-28');
    expect(day).toMatchObject({ watchedMs: 110_000, downMs: 0, until: start + 110_000 });
  });

  test('asks a node with a trouble for its health in each round, so that a height does not hide it', async () => {
    await run();
    health = { a: { code: -32_603 } };
    now = start + minute;
    asked = [];
    await run();
    expect([count('a getHealth'), count('b getHealth')]).toEqual([6, 1]);
    expect(stateOf()?.nodes[0]).toMatchObject({ behind: true });
  });
});

describe('two runs at once', () => {
  test('leave the later state', async () => {
    const later = { network: 'mainnet', checkedAt: start + 25_000, nodes: [] };
    items.set('mainnet', later);
    await run({ everyMs: 20_000 });
    expect(written).toEqual([40_000]);
    expect(stateOf()).toMatchObject({ checkedAt: start + 40_000 });
  });
});

test('a time that two runs have watched is counted once', async () => {
  const state = (checkedAt: number) => ({
    network: 'mainnet',
    checkedAt,
    nodes: [{ name: 'a', url: 'https://a', up: true, behind: false, failures: 0, since: start }],
  });
  const change = { before: state(start), after: state(start + 10_000) };
  const later = { before: change.after, after: state(start + 20_000) };
  for (const changes of [[change, later], [change]]) {
    await recordIntervals(table, 'mainnet', changes);
  }
  expect(items.get('mainnet#2026-11-28')).toMatchObject({ watchedMs: 20_000, nodes: [{ watchedMs: 20_000 }] });
});

describe('a node that has stopped', () => {
  test.each([0, 2_500, 5_000, 9_999])('%i ms after a round is behind within 16 s', async (after) => {
    await run();
    now = start + minute;
    stopsAt = { a: start + minute + after };
    const behindAt: number[] = [];
    const put = async (...given: Parameters<typeof table.put>) => {
      await table.put(...given);
      if (stateOf()?.nodes[0]?.behind) behindAt.push(now);
    };
    await run({ table: { ...table, put } });
    expect((behindAt[0] ?? Number.POSITIVE_INFINITY) - (stopsAt.a ?? 0)).toBeLessThanOrEqual(16_000);
    expect(stateOf()?.nodes).toMatchObject([{ behind: true }, { behind: false, lag: 0 }]);
  });

  test('with all others is not behind, and the network has stalled', async () => {
    stopsAt = { a: start + 5_000, b: start + 5_000 };
    await run();
    expect(stateOf()).toMatchObject({ pace: { stalled: true }, nodes: [{ behind: false }, { behind: false }] });
  });

  test('with all others is reported in the round that finds it, and then once a minute', async () => {
    await run();
    now = start + minute;
    stopsAt = { a: now + 13_000, b: now + 13_000 };
    const reportedAt: number[] = [];
    const log = createLog('error', (line) => line.includes('network_stalled') && reportedAt.push(now - start - minute));
    await run({ log });
    expect(reportedAt).toEqual([30_000]);
    now = start + 2 * minute;
    await run({ log });
    expect(reportedAt).toEqual([30_000, minute]);
  });
});
