import { beforeEach, describe, expect, test } from '@jest/globals';
import { chains } from '../../src/chains/chains.ts';
import { forwardCalls } from '../../src/json-rpc/forward-calls.ts';
import { parseRpcRequest, rawId } from '../../src/json-rpc/rpc-request.ts';
import { createLog } from '../../src/log.ts';
import { RequestTries, readTries } from '../../src/records/tries.ts';
import { shortCode } from '../../src/short-code.ts';
import { Forwarder, type ForwarderDeps } from '../../src/upstream/forwarder.ts';

// A read that gets an error that no table knows asks one more node, once.

const time = { now: 0 };
const urls = ['http://node-0.invalid/', 'http://node-1.invalid/', 'http://node-2.invalid/'];

/** What each node answers to a method: a result, or an error of this code. Default: a result. */
type Answers = Readonly<Record<string, number>>;

/** Bodies that each node got. */
let got: string[][];

beforeEach(() => {
  time.now = Date.UTC(2026, 10, 28, 12);
  got = urls.map(() => []);
});

type More = Partial<ForwarderDeps> & { readonly status?: number; readonly tookMs?: number };

function forwarderTo(nodes: readonly Answers[], { status = 200, tookMs = 0, ...more }: More = {}): Forwarder {
  return new Forwarder({
    upstreams: { net: nodes.map((_, node) => ({ url: urls[node] ?? '' })) },
    credentials: () => Promise.reject(new Error('not expected')),
    send: async ({ url, body }) => {
      const node = urls.indexOf(url.href);
      got[node]?.push(body);
      time.now += tookMs;
      const { elements, batch } = parseRpcRequest(body);
      const texts = elements.map(({ raw, call }) => {
        const code = nodes[node]?.[call?.method ?? ''];
        const end = code === undefined ? `"result":"from ${node}"` : `"error":{"code":${code},"message":"of ${node}"}`;
        return `{"jsonrpc":"2.0","id":${rawId(raw)},${end}}`;
      });
      const isWell = elements.every(({ call }) => nodes[node]?.[call?.method ?? ''] === undefined);
      return {
        status: isWell ? 200 : status,
        contentType: 'application/json',
        contentEncoding: undefined,
        body: Buffer.from(batch ? `[${texts.join(',')}]` : texts.join()),
      };
    },
    clock: () => time.now,
    log: createLog('error', () => {}),
    ...more,
  });
}

const call = (id: number, method: string) => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;

async function ask(forwarder: Forwarder, body: string, accountId = 'acc_1', chain = chains.ethereum) {
  const tries = new RequestTries();
  const result = await forwardCalls(
    {
      network: 'net',
      chain,
      accountId,
      body,
      rpc: parseRpcRequest(body),
      acceptGzip: false,
      requestId: 'R1',
      timeLimitMs: 5_000,
      tries,
    },
    forwarder,
  );
  const triesOf = result.calls.map(({ method }, index) => readTries(tries.of(method, index)).map(({ node }) => node));
  const gave = [JSON.parse(result.payload.body)].flat().map(({ result, error }) => result ?? error.message);
  return { ...result, gave, tries: triesOf.map((all) => all.map((node) => urls.map(shortCode).indexOf(node))) };
}

const askedTimes = () => got.map(({ length }) => length);

describe('a read with an error that no table knows', () => {
  const asked = call(7, 'eth_call');

  test('gets the result of the next node; its try is in the record, so that margins count it', async () => {
    const answer = await ask(forwarderTo([{ eth_call: -1 }, {}, {}], { status: 400 }), asked);
    expect(answer).toMatchObject({ status: 200, gave: ['from 1'], tries: [[0, 1]], calls: [{ outcome: 'ok' }] });
    expect(got).toEqual([[asked], [asked], []]);
  });

  test('gets that error, with its status, if the next node has no result either', async () => {
    for (const second of [-1, -2, -32_429, -39_001]) {
      const answer = await ask(forwarderTo([{ eth_call: -1 }, { eth_call: second }, {}], { status: 400 }), asked);
      expect(answer).toMatchObject({ status: 400, gave: ['of 0'], calls: [{ outcome: 'rpc_error', errorCode: -1 }] });
    }
    expect(askedTimes()).toEqual([4, expect.any(Number), 0]);
  });

  test('asks a node that was not asked before: after a node without the block, the third', async () => {
    const answer = await ask(forwarderTo([{ eth_call: -39_001 }, { eth_call: -1 }, {}]), asked);
    expect(answer).toMatchObject({ gave: ['from 2'], tries: [[0, 1, 2]] });
  });

  test('asks nobody beyond a node’s own limit, when the time is up, or a node at rest', async () => {
    const take = async ({ url }: { readonly url: string }) => url !== urls[1];
    const limited = forwarderTo([{ eth_call: -1 }, {}], { limits: { take, countCheck: async () => {} } });
    expect((await ask(limited, asked)).gave).toEqual(['of 0']);

    const forwarder = forwarderTo([{ eth_call: -1 }, {}], {
      watched: (_, url) => ({ down: url === urls[1], behind: false, checkedAt: time.now }),
    });
    expect((await ask(forwarder, asked)).gave).toEqual(['of 0']);

    expect((await ask(forwarderTo([{ eth_call: -1 }, {}], { tookMs: 5_000 }), asked)).gave).toEqual(['of 0']);
    expect(askedTimes()[1]).toBe(0);
  });

  test('only reads of the chain’s list: no unknown method, no filter, no transaction, no result', async () => {
    const methods = ['eth_parcel', 'eth_getFilterChanges', 'eth_sendRawTransaction', 'eth_sign'];
    for (const method of methods) {
      expect((await ask(forwarderTo([{ [method]: -1 }, {}]), call(1, method))).gave).toEqual(['of 0']);
    }
    expect((await ask(forwarderTo([{}, {}]), asked)).gave).toEqual(['from 0']);
    expect(askedTimes()).toEqual([5, 0, 0]);
  });
});

describe('in a batch', () => {
  const batch = `[${call(1, 'eth_call')},${call(2, 'eth_chainId')},${call(3, 'eth_getCode')}]`;

  test('only such calls are asked again, and all answers are in order', async () => {
    const answer = await ask(forwarderTo([{ eth_call: -1, eth_getCode: -2 }, { eth_call: -3 }]), batch);
    expect(answer.gave).toEqual(['of 0', 'from 0', 'from 1']);
    expect(answer.tries).toEqual([[0, 1], [0], [0, 1]]);
    expect(answer.calls).toMatchObject([{ errorCode: -1 }, { outcome: 'ok' }, { outcome: 'ok' }]);
    expect(got).toEqual([[batch], [`[${call(1, 'eth_call')},${call(3, 'eth_getCode')}]`], []]);
  });

  test('reads beside a write are asked again, the write is not', async () => {
    const mixed = `[${call(1, 'eth_sendRawTransaction')},${call(2, 'eth_call')}]`;
    const answer = await ask(forwarderTo([{ eth_sendRawTransaction: -1, eth_call: -1 }, {}]), mixed);
    expect(answer.gave).toEqual(['of 0', 'from 1']);
    expect(got[1]).toEqual([`[${call(2, 'eth_call')}]`]);
  });
});

describe('a node is the last for a method after such errors', () => {
  const firstAsked = async (forwarder: Forwarder, accounts: readonly string[], method = 'eth_call') => {
    for (const account of accounts) await ask(forwarder, call(1, method), account);
    got = urls.map(() => []);
    await ask(forwarder, call(1, method), 'acc_9');
    return got[0]?.length === 1 ? 0 : 1;
  };
  const many = (account: string, times: number) => Array.from({ length: times }, () => account);

  test('if another node had a result in three calls in a row, of two accounts', async () => {
    const nodes = [{ eth_call: -1 }, {}];
    expect(await firstAsked(forwarderTo(nodes), many('acc_1', 100))).toBe(0);
    expect(await firstAsked(forwarderTo(nodes), ['acc_1', 'acc_2'])).toBe(0);
    expect(await firstAsked(forwarderTo(nodes), ['acc_1', 'acc_2', 'acc_1'])).toBe(1);
  });

  test('not if the others had none, or a success came between', async () => {
    expect(await firstAsked(forwarderTo([{ eth_call: -1 }, { eth_call: -1 }]), ['a', 'b', 'a', 'b'])).toBe(0);
    const answers: Record<string, number> = { eth_call: -1 };
    const forwarder = forwarderTo([answers, {}]);
    for (const account of ['a', 'b']) await ask(forwarder, call(1, 'eth_call'), account);
    delete answers.eth_call;
    await ask(forwarder, call(1, 'eth_call'), 'a');
    answers.eth_call = -1;
    expect(await firstAsked(forwarder, ['a', 'b'])).toBe(0);
  });

  test('for a minute, and it keeps its place for other methods', async () => {
    const forwarder = forwarderTo([{ eth_call: -1 }, {}]);
    await firstAsked(forwarder, ['a', 'b', 'a']);
    expect((await ask(forwarder, call(1, 'eth_chainId'))).gave).toEqual(['from 0']);
    time.now += 60_000;
    expect(await firstAsked(forwarder, [])).toBe(0);
  });

  test('after -32601, as after any fault: of two accounts, and for others not after three in a row of one', async () => {
    const nodes = [{ eth_call: -32_601 }, {}];
    expect(await firstAsked(forwarderTo(nodes), ['acc_1', 'acc_2'])).toBe(1);
    expect(await firstAsked(forwarderTo(nodes), many('acc_1', 3))).toBe(0);
  });
});
