import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { solana } from '../../src/chains/solana.ts';
import type { ForwardRequest } from '../../src/json-rpc/ask-nodes.ts';
import { forwardCalls } from '../../src/json-rpc/forward-calls.ts';
import type { RequestResult } from '../../src/json-rpc/request-result.ts';
import { parseRpcRequest } from '../../src/json-rpc/rpc-request.ts';
import { createLog } from '../../src/log.ts';
import { type CheckedNode, isNetworkState, type NetworkState } from '../../src/networks/network-state.ts';
import { createNetworkStateCache } from '../../src/networks/network-state-cache.ts';
import { nextNetworkState } from '../../src/networks/node-states.ts';
import { RequestTries } from '../../src/records/tries.ts';
import type { Item } from '../../src/table/item-table.ts';
import { Forwarder } from '../../src/upstream/forwarder.ts';
import type { KnownChain } from '../../src/upstream/known-chain.ts';
import { effort } from '../support/effort.ts';

// Random histories, in virtual time, of two nodes that stand still, jump, are slow or ahead, while leaders are skipped:
// how old an answer is when it reaches the caller, compared with the other node.

const start = Date.UTC(2026, 10, 28, 12);
const firstSlot = 460_000_000;
const watchEveryMs = 10_000;
const urls = ['http://node-0.invalid/', 'http://node-1.invalid/'];

/** What happens to a node from a time on, in ms after the start. */
type Change = {
  readonly node: number;
  readonly at: number;
  readonly kind: 'stops' | 'moves again' | 'slow' | 'fast';
};

type History = {
  readonly slotMs: number;
  readonly changes: readonly Change[];
  /** Nodes are this many slots behind the chain, each. */
  readonly behind: readonly [number, number];
  /** When a leader's window is skipped: its slots are missing for a second. */
  readonly skipped: readonly number[];
  /** Pauses between calls, in ms, and whether the answer carries a context. */
  readonly calls: readonly { readonly pauseMs: number; readonly hasContext: boolean }[];
};

const hourlike = 400_000;
const history: fc.Arbitrary<History> = fc.record({
  slotMs: fc.constantFrom(200, 250, 400),
  changes: fc.array(
    fc.record({
      node: fc.nat(1),
      at: fc.integer({ min: 100_000, max: hourlike }),
      kind: fc.constantFrom('stops', 'stops', 'moves again', 'slow', 'fast'),
    }),
    { maxLength: 5 },
  ),
  behind: fc.tuple(fc.nat(4), fc.nat(4)),
  skipped: fc.array(fc.nat(hourlike), { maxLength: 10 }),
  calls: fc.array(
    fc.record({ pauseMs: fc.constantFrom(200, 1_000, 3_000, 20_000, 90_000, 240_000), hasContext: fc.boolean() }),
    { minLength: 3, maxLength: 40 },
  ),
});

function requestTo(method: string): ForwardRequest {
  const body = `{"jsonrpc":"2.0","id":1,"method":"${method}"}`;
  return {
    network: 'net',
    chain: solana,
    accountId: 'acc_1',
    body,
    rpc: parseRpcRequest(body),
    acceptGzip: false,
    requestId: 'R1',
    timeLimitMs: 25_000,
    tries: new RequestTries(),
  };
}

/** Two nodes, watch and one process, in virtual time. */
class World {
  now = start;
  asked = 0;
  /** How long a read of the state takes: longer than a node that is not slow. */
  readMs = 50;
  readonly #history: History;
  readonly #items = new Map<string, Item>();
  readonly #timers: { readonly at: number; readonly end: () => void }[] = [];
  readonly #cache = createNetworkStateCache({
    table: {
      get: async ({ network }) => {
        await this.#after(this.readMs);
        return this.#items.get(String(network));
      },
    },
    networks: ['net'],
    clock: () => this.now,
    pause: (ms) => this.#after(ms),
    log: createLog('error'),
  });
  readonly #forwarder = new Forwarder({
    upstreams: { net: urls.map((url) => ({ url })) },
    credentials: () => Promise.reject(new Error('not expected')),
    send: async ({ url, body }) => {
      const node = urls.indexOf(url.href);
      const { method } = JSON.parse(body);
      if (method !== 'getHealth') this.asked += 1;
      await this.#after(this.#isSlow(node) ? 1_500 : 20);
      const slot = this.slotOf(node);
      const results: Record<string, unknown> = {
        getHealth: 'ok',
        getBalance: { context: { apiVersion: '3.0.6', slot }, value: 1 },
      };
      const text = JSON.stringify({ jsonrpc: '2.0', result: results[method] ?? node, id: 1 });
      return { status: 200, contentType: undefined, contentEncoding: undefined, body: Buffer.from(text) };
    },
    clock: () => this.now,
    log: createLog('error', () => {}),
    watched: (network, url) => this.#cache.stateOf(network, url),
    paceOf: (network) => this.#cache.paceOf(network),
    newerState: (network) => this.#cache.newerState(network),
  });

  constructor(given: History) {
    this.#history = given;
  }

  /** The newest slot of the chain. */
  #slotAt(at: number): number {
    const { slotMs, skipped } = this.#history;
    const window = skipped.find((from) => at - start >= from && at - start < from + 1_000);
    return firstSlot + Math.floor(((window ?? at - start) as number) / slotMs);
  }

  slotOf(node: number, now = this.now): number {
    const mine = this.#history.changes.filter(
      (one) => one.node === node && one.at <= now - start && /stops|again/.test(one.kind),
    );
    let stoppedAt: number | undefined;
    for (const { kind, at } of mine.toSorted((one, other) => one.at - other.at)) {
      stoppedAt = kind === 'stops' ? (stoppedAt ?? at) : undefined;
    }
    return this.#slotAt(stoppedAt === undefined ? now : start + stoppedAt) - (this.#history.behind[node] ?? 0);
  }

  /** No node had a new slot for a while: that one moves again, a process learns from watch within so many ms. */
  hasStalledWithin(ms: number): boolean {
    const at = this.now - ms;
    return [0, 1].every((node) => this.slotOf(node, at) === this.slotOf(node, at - 5_000));
  }

  #isSlow(node: number): boolean {
    const ms = this.now - start;
    const mine = this.#history.changes.filter((one) => one.node === node && one.at <= ms && /slow|fast/.test(one.kind));
    return mine.toSorted((one, other) => one.at - other.at).at(-1)?.kind === 'slow';
  }

  #after(ms: number): Promise<void> {
    return new Promise((end) => this.#timers.push({ at: this.now + ms, end }));
  }

  /** Lets time pass, in which watch runs. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    while (this.now < until) await this.#toNext(until);
  }

  /** Goes on to the next thing that happens, at most to this time. */
  async #toNext(until = Number.POSITIVE_INFINITY): Promise<void> {
    const nextWatch = start + Math.ceil((this.now - start + 1) / watchEveryMs) * watchEveryMs;
    this.now = Math.min(until, nextWatch, ...this.#timers.map(({ at }) => at));
    if (this.now === nextWatch) this.#watch();
    const due = this.#timers.filter(({ at }) => at <= this.now);
    for (const timer of due) this.#timers.splice(this.#timers.indexOf(timer), 1)[0]?.end();
    await new Promise(setImmediate);
  }

  #watch(): void {
    const stored = this.#items.get('net');
    const before: NetworkState | undefined = isNetworkState(stored) ? stored : undefined;
    const checked = urls.map((url, node): CheckedNode => {
      const height = this.slotOf(node);
      return { name: url, url, result: { answered: true, height, heightAt: this.now, saysBehind: false } };
    });
    this.#items.set('net', { ...nextNetworkState('net', before, checked, solana, this.now) });
  }

  /** Makes a call: the slot or node of its answer. */
  async call(method: string): Promise<{ readonly slot?: number; readonly node?: number }> {
    this.#cache.refreshIfDue('net');
    let end: RequestResult | undefined;
    const forwarded = forwardCalls(requestTo(method), this.#forwarder).then((result) => {
      end = result;
    });
    await new Promise(setImmediate);
    while (!end) await this.#toNext();
    await forwarded;
    const { payload } = end;
    const { result } = JSON.parse(payload.body);
    return typeof result === 'number' ? { node: result } : { slot: result.context.slot };
  }
}

/** A call is at most so old, in ms, if another node has a fresher answer. */
const goalMs = solana.maxLagMs + 2_000;
/** Watch finds the node behind within 16 s, a process reads that within 5 s, and a slow node answers in 2 s. */
const goalWithoutContextMs = 25_000;

test('no answer with a context is more than 7 s behind the other node, and none without more than 25 s', async () => {
  const property = fc.asyncProperty(history, async (given) => {
    const world = new World(given);
    // Watch measures the pace.
    await world.pass(90_000);
    for (const { pauseMs, hasContext } of given.calls) {
      await world.pass(pauseMs);
      const { slot, node } = await world.call(hasContext ? 'getBalance' : 'getTokenAccounts');
      if (world.hasStalledWithin(16_000)) continue;
      const best = Math.max(world.slotOf(0), world.slotOf(1));
      if (slot !== undefined) expect((best - slot) * given.slotMs).toBeLessThanOrEqual(goalMs);
      else expect((best - world.slotOf(node ?? 0)) * given.slotMs).toBeLessThanOrEqual(goalWithoutContextMs);
    }
  });
  await fc.assert(property, { numRuns: effort(200, 1_000), includeErrorInReport: true });
});

const calm: History = { slotMs: 214, changes: [], behind: [0, 0], skipped: [], calls: [] };
const stopAt = (node: number, at: number): Change => ({ node, at, kind: 'stops' });

test('nodes that follow their chain are asked once per call, also while leaders are skipped', async () => {
  const property = fc.asyncProperty(history, async (given) => {
    const world = new World({ ...given, changes: [] });
    await world.pass(90_000);
    for (const { pauseMs } of given.calls) {
      await world.pass(pauseMs);
      await world.call('getBalance');
    }
    expect(world.asked).toBe(given.calls.length);
  });
  await fc.assert(property, { numRuns: effort(100, 1_000), includeErrorInReport: true });
});

test('calls without a context leave a node that has stopped with the next answer that has one, or within 25 s', async () => {
  const withContext = new World({ ...calm, changes: [stopAt(0, 100_000)] });
  await withContext.pass(106_000);
  expect(await withContext.call('getBalance')).toMatchObject({ slot: withContext.slotOf(1) });
  expect(await withContext.call('getTokenAccounts')).toEqual({ node: 1 });

  const withoutContext = new World({ ...calm, changes: [stopAt(0, 100_000)] });
  await withoutContext.pass(100_000);
  let leftAfter = Number.POSITIVE_INFINITY;
  for (let second = 1; second <= 30; second += 1) {
    await withoutContext.pass(1_000);
    if ((await withoutContext.call('getTokenAccounts')).node === 1) leftAfter = Math.min(leftAfter, second);
  }
  expect(leftAfter).toBeLessThanOrEqual(25);
});

test('the first call after a pause is not outdated either, and costs one call more', async () => {
  const world = new World({ ...calm, changes: [stopAt(0, 100_000)] });
  await world.pass(90_000);
  await world.call('getBalance');
  await world.pass(170_000);
  const before = world.asked;
  expect(await world.call('getBalance')).toMatchObject({ slot: world.slotOf(1) });
  expect(world.asked - before).toBeLessThanOrEqual(2);
});

test('the first call after a pause does not come from a node that stopped meanwhile, also without a context', async () => {
  for (const pauseMs of [30_000, 60_000, 170_000, 600_000]) {
    const world = new World({ ...calm, changes: [stopAt(0, 100_000)] });
    await world.pass(90_000);
    await world.call('getTokenAccounts');
    await world.pass(pauseMs);
    expect(await world.call('getTokenAccounts')).toEqual({ node: 1 });
  }
});

test('an answer waits for a silent table for at most 100 ms', async () => {
  const world = new World(calm);
  world.readMs = 1e9;
  await world.pass(90_000);
  const before = world.now;
  await world.call('getBalance');
  expect(world.now - before).toBeLessThanOrEqual(130);
});

test('a node that watch has found on another chain while the process was idle gives no answer', async () => {
  const watched = { down: true, behind: false, wrongChain: true, checkedAt: start };
  let isRead = false;
  const asked: number[] = [];
  const forwarder = forwarderAt([1_000, 1_000], asked, {
    watched: (_, url) => (isRead && url.includes('node-0') ? watched : undefined),
    newerState: async () => {
      isRead = true;
    },
  });
  await forwardCalls(requestTo('getBalance'), forwarder);
  expect(asked).toEqual([0, 1]);
});

/** A forwarder to nodes that answer at these slots, or with an error that no table knows, while the chain is at slot 1,000. */
function forwarderAt(slots: readonly (number | 'error')[], asked: number[], known: KnownChain = {}): Forwarder {
  const upstreams = { net: slots.map((_, node) => ({ url: `http://node-${node}.invalid/` })) };
  return new Forwarder({
    upstreams,
    credentials: () => Promise.reject(new Error('not expected')),
    send: async ({ url }) => {
      const node = upstreams.net.findIndex((one) => one.url === url.href);
      asked.push(node);
      const slot = slots[node];
      const end = slot === 'error' ? '"error":{"code":1}' : `"result":{"context":{"slot":${slot}},"value":1}`;
      const body = Buffer.from(`{"jsonrpc":"2.0",${end},"id":1}`);
      return { status: 200, contentType: undefined, contentEncoding: undefined, body };
    },
    clock: () => start,
    log: createLog('error', () => {}),
    paceOf: () => ({ height: 1_000, ageMs: 0, blockMs: 200 }),
    ...known,
  });
}

test.each<[string, readonly (number | 'error')[], number, readonly number[]]>([
  ['the fresher of two outdated answers is returned, and no third node is asked', [900, 910, 1_000], 910, [0, 1]],
  ['the first of them, if it is the fresher', [910, 900, 1_000], 910, [0, 1]],
  ['an outdated result is better than an error that no table knows', [900, 'error'], 900, [0, 1]],
  ['a node alone gives what it has', [900], 900, [0]],
])('%s', async (_, slots, slot, nodes) => {
  const asked: number[] = [];
  const { payload } = await forwardCalls(requestTo('getBalance'), forwarderAt(slots, asked));
  expect(payload.body).toContain(`"slot":${slot}`);
  expect(asked).toEqual(nodes);
});

test('if both nodes stand still, the first one is used, with one call, once watch has seen it', async () => {
  const world = new World({ ...calm, behind: [1, 0], changes: [stopAt(0, 100_000), stopAt(1, 100_000)] });
  await world.pass(108_000);
  expect(await world.call('getBalance')).toMatchObject({ slot: world.slotOf(1) });
  await world.pass(60_000);
  const before = world.asked;
  expect(await world.call('getBalance')).toMatchObject({ slot: world.slotOf(0) });
  expect(world.asked - before).toBe(1);
});
