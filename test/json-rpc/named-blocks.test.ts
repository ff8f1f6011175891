import { expect, test } from '@jest/globals';
import { ethereum } from '../../src/chains/ethereum.ts';
import { forwardCalls } from '../../src/json-rpc/forward-calls.ts';
import { parseRpcRequest } from '../../src/json-rpc/rpc-request.ts';
import { createLog } from '../../src/log.ts';
import { RequestTries } from '../../src/records/tries.ts';
import { Forwarder, type ForwarderDeps } from '../../src/upstream/forwarder.ts';

/** The node to which a request goes first: a full node that does not reach back to block 256, or an archive. */
async function firstFor(calls: unknown): Promise<string | undefined> {
  const asked: string[] = [];
  const body = JSON.stringify(calls);
  const answers = [1, 2].map((id) => `{"id":${id},"result":1}`);
  const answer = Buffer.from(Array.isArray(calls) ? `[${answers}]` : `${answers[0]}`);
  const send: ForwarderDeps['send'] = async ({ url }) => {
    asked.push(url.hostname);
    return { status: 200, contentType: 'application/json', contentEncoding: undefined, body: answer };
  };
  const forwarder = new Forwarder({
    upstreams: {
      eth: [
        { url: 'http://full', earliestSlot: 256 },
        { url: 'http://archive', archive: true },
      ],
    },
    credentials: () => Promise.reject(new Error('not expected')),
    send,
    clock: () => 0,
    log: createLog('error'),
  });
  const limits = { acceptGzip: false, requestId: 'R1', timeLimitMs: 25_000, tries: new RequestTries() };
  const identity = { network: 'eth', chain: ethereum, accountId: 'acc_1' };
  await forwardCalls({ ...identity, body, rpc: parseRpcRequest(body), ...limits }, forwarder);
  return asked[0];
}

const call = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params });

test.each<[string, unknown[], string]>([
  ['eth_getBalance', ['0xa', '0xff'], 'archive'],
  ['eth_getBalance', ['0xa', 'latest'], 'full'],
  ['eth_getBalance', ['0xa'], 'full'],
  ['eth_getStorageAt', ['0xa', '0xff', '0xff'], 'archive'],
  ['eth_getStorageAt', ['0xff', '0xff', 'latest'], 'full'],
  ['eth_call', [{ to: '0xa' }, { blockNumber: '0xff' }], 'archive'],
  ['eth_feeHistory', ['0x5', '0xff', []], 'archive'],
  ['eth_getLogs', [{ fromBlock: '0xff' }], 'archive'],
  ['eth_getLogs', [{ address: '0xa' }], 'full'],
  ['eth_getBlockByNumber', ['0x100', false], 'full'],
  ['eth_getTransactionReceipt', ['0xff'], 'archive'],
  ['eth_getUncleByBlockNumberAndIndex', ['0xff', '0x0'], 'archive'],
])('%s of %j goes first to the node %s', async (method, params, node) => {
  expect(await firstFor(call(method, ...params))).toBe(node);
});

test('a batch goes by the oldest block that a call of it names', async () => {
  expect(await firstFor([call('eth_getBalance', '0xa', 'latest'), { ...call('eth_call', {}, '0x1'), id: 2 }])).toBe(
    'archive',
  );
});
