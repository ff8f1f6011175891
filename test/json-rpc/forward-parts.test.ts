import { describe, expect, test } from '@jest/globals';
import { chainOfNetwork } from '../../src/chain-of-network.ts';
import { NoAnswerError } from '../../src/http/http-exchange.ts';
import type { ForwardRequest } from '../../src/json-rpc/ask-nodes.ts';
import { forwardCalls } from '../../src/json-rpc/forward-calls.ts';
import { parseRpcRequest } from '../../src/json-rpc/rpc-request.ts';
import { createLog } from '../../src/log.ts';
import { RequestTries } from '../../src/records/tries.ts';
import { Forwarder } from '../../src/upstream/forwarder.ts';
import type { UpstreamRequest } from '../../src/upstream/send-to-upstream.ts';
import { goodAnswerTo } from './gateway.ts';

/** Three nodes: accounts, history, and the rest. */
const upstreams = [
  { url: 'http://accounts.invalid', methods: ['accounts'] },
  { url: 'http://history.invalid', methods: ['history'] },
  { url: 'http://rest.invalid', exceptMethods: ['accounts', 'history'] },
];

type Answer = (body: string, timeoutMs: number) => string;
const lost: Answer = () => {
  throw new NoAnswerError('unreachable', { sent: true, reused: false });
};

/** What each node got, and the answer to the client. */
async function forward(
  body: string,
  nodes: Readonly<Record<string, Answer>> = {},
  unsupported: readonly string[] = [],
) {
  const sent: Record<string, string[]> = {};
  const forwarder = new Forwarder({
    upstreams: { devnet: upstreams },
    credentials: () => Promise.reject(new Error('not expected')),
    send: async ({ url, body: text, timeoutMs }: UpstreamRequest) => {
      const name = url.hostname.split('.')[0] ?? '';
      if (!text.includes('"getHealth"')) sent[name] = [...(sent[name] ?? []), text];
      const answer = (nodes[name] ?? goodAnswerTo)(text, timeoutMs);
      return { status: 200, contentType: 'application/json', contentEncoding: undefined, body: Buffer.from(answer) };
    },
    clock: () => 0,
    log: createLog('error', () => undefined),
  });
  const request: ForwardRequest = {
    network: 'devnet',
    chain: chainOfNetwork({ chain: 'solana', methods: { unsupported } }),
    accountId: 'acc_1',
    body,
    rpc: parseRpcRequest(body),
    acceptGzip: true,
    requestId: 'R1',
    timeLimitMs: 5_000,
    tries: new RequestTries(),
  };
  const result = await forwardCalls(request, forwarder);
  return { sent, result, answers: JSON.parse(result.payload.body) };
}

const call = (id: number, method: string) => `{"jsonrpc":"2.0","id":${id},"method":"${method}"}`;
const batch = (...methods: string[]) => `[${methods.map((method, id) => call(id, method)).join(',')}]`;
const mixed = batch('getBlock', 'getBalance', 'sendTransaction', 'getAccountInfo', 'getTransaction', 'getSlot');

describe('a batch over three nodes', () => {
  test('is split by node and put together again in order', async () => {
    const { sent, answers, result } = await forward(mixed);
    expect(Object.values(sent).map((texts) => texts.length)).toEqual([1, 1, 1]);
    expect(sent.accounts?.[0]).toBe(`[${call(1, 'getBalance')},${call(3, 'getAccountInfo')}]`);
    expect(answers.map(({ id, result: value }: { id: number; result: string }) => [id, value])).toEqual(
      [0, 1, 2, 3, 4, 5].map((id) => [id, 'ok']),
    );
    expect(result.status).toBe(200);
    expect(result.calls.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 6 }, () => 'ok'));
  });

  test.each(['accounts', 'history', 'rest'])(
    'has errors of the calls of the node %s only, if it fails',
    async (name) => {
      const { answers, result } = await forward(mixed, { [name]: lost });
      const failed = { history: [0, 4], accounts: [1, 3], rest: [2, 5] }[name] ?? [];
      for (const [id, answer] of answers.entries()) expect([id, 'error' in answer]).toEqual([id, failed.includes(id)]);
      expect(result.status).toBe(200);
      // Only the part with the transaction is in doubt.
      const inDoubt = answers.filter((answer: object) => JSON.stringify(answer).includes('may have reached the chain'));
      expect(inDoubt).toHaveLength(name === 'rest' ? 2 : 0);
    },
  );

  test('is sent nowhere twice, and is 502 if every node fails', async () => {
    const { sent, result } = await forward(mixed, { accounts: lost, history: lost, rest: lost });
    expect(Object.values(sent).map((texts) => texts.length)).toEqual([1, 1, 1]);
    expect(result.status).toBe(502);
    expect(result.calls.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 6 }, () => 'upstream_error'));
  });

  test('gives each node all of the time', async () => {
    const times: number[] = [];
    const timed: Answer = (body, timeoutMs) => {
      times.push(timeoutMs);
      return goodAnswerTo(body);
    };
    await forward(mixed, { accounts: timed, history: timed, rest: timed });
    expect(times).toEqual([5_000, 5_000, 5_000]);
  });

  test('has an error in place of the largest answers, if all together are too large', async () => {
    const large =
      (bytes: number): Answer =>
      (body) =>
        goodAnswerTo(body).replace('"ok"', `"${'x'.repeat(bytes)}"`);
    const nodes = { accounts: large(3_000_000), history: large(4_000_000) };
    const { answers, result } = await forward(batch('getBlock', 'getBalance', 'getSlot'), nodes);
    expect(answers.map((answer: { error?: { data: object } }) => answer.error?.data)).toEqual([
      { reason: 'response_too_large', requestId: 'R1' },
      undefined,
      undefined,
    ]);
    expect(result.calls.map(({ error }) => error?.reason)).toEqual(['response_too_large', undefined, undefined]);
  });
});

describe('a method that no node serves', () => {
  // History is excepted by one node and not named by the others.
  test('is -32601 at once, in its place, and is not sent', async () => {
    const unserved = await forward(batch('getSlot', 'qn_unknown'), {});
    // The node `rest` takes unknown methods.
    expect(unserved.sent).toEqual({ rest: [batch('getSlot', 'qn_unknown')] });
    const { sent, answers, result } = await forward(batch('getSupply', 'getSlot', 'getBlock'), {}, ['getSupply']);
    expect(Object.keys(sent).toSorted()).toEqual(['history', 'rest']);
    expect(answers[0]).toMatchObject({ id: 0, error: { code: -32601, data: { reason: 'method_unsupported' } } });
    expect(answers.slice(1)).toMatchObject([{ result: 'ok' }, { result: 'ok' }]);
    expect(result.calls[0]).toMatchObject({ method: 'getSupply', outcome: 'rpc_error', errorCode: -32601 });
  });

  test('is a JSON-RPC error with the status 200, as from a node', async () => {
    const { sent, result, answers } = await forward(call(7, 'getSupply'), {}, ['getSupply']);
    expect(sent).toEqual({});
    expect(result).toMatchObject({ status: 200, contentType: 'application/json' });
    expect(answers).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: {
        code: -32601,
        message: 'This service does not support the method getSupply on this network.',
        data: { reason: 'method_unsupported', requestId: 'R1' },
      },
    });
  });
});
