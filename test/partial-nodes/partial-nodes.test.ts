import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startChain } from '../../packages/solana-node/chain.ts';
import { onAnyTarget } from '../conformance/cases.ts';
import { targetOf } from '../conformance/target.ts';
import { kitCases } from '../promises/kit.cases.ts';
import { post } from '../support/rpc.ts';
import { startTestRuntime, type TestKey, type TestRuntime, usageOf } from '../support/test-runtime.ts';
import { type PartialNode, startPartialNode } from './partial-node.ts';

// Networks of three nodes: accounts, history, and the rest. Each node is a part of a real chain node, and answers -32601
// to what it does not have.

const accounts = /^get(AccountInfo|Balance|LargestAccounts|MultipleAccounts|ProgramAccounts|Supply|Token)/;
const history =
  /^(getBlocks?|getBlocksWithLimit|getBlockTime|getTransaction|getSignaturesForAddress|getTransactionsForAddress|getFirstAvailableBlock|getInflationReward|minimumLedgerSlot)$/;

type Nodes = Readonly<Record<'accounts' | 'history' | 'rest', PartialNode>>;

async function startNodes(chainUrl: string): Promise<Nodes> {
  const isAccounts = (method: string) => accounts.test(method);
  const isHistory = (method: string) => history.test(method);
  return {
    accounts: await startPartialNode(chainUrl, isAccounts, { methods: ['accounts'] }),
    history: await startPartialNode(chainUrl, isHistory, { methods: ['history'] }),
    rest: await startPartialNode(chainUrl, (method) => !isAccounts(method) && !isHistory(method), {
      exceptMethods: ['accounts', 'history'],
    }),
  };
}

const stops: (() => Promise<unknown>)[] = [];
let devnet: Nodes;
let mainnet: Nodes;
let local: TestRuntime;

beforeAll(async () => {
  const networks = await Promise.all(
    (['mainnet', 'devnet'] as const).map(async (network) => {
      const chain = await startChain({ network, port: 0 });
      stops.push(() => chain.stop());
      return startNodes(chain.url);
    }),
  );
  [mainnet, devnet] = networks as [Nodes, Nodes];
  for (const node of [...Object.values(mainnet), ...Object.values(devnet)]) stops.push(node.stop);
  const upstreamsOf = (nodes: Nodes) => Object.values(nodes).map(({ upstream }) => upstream);
  local = await startTestRuntime({}, { upstreams: { mainnet: upstreamsOf(mainnet), devnet: upstreamsOf(devnet) } });
});
afterAll(async () => {
  await local?.stop();
  for (const stop of stops) await stop();
  const wronglyGot = [mainnet, devnet].flatMap((nodes) => Object.values(nodes).flatMap((node) => node.wronglyGot));
  expect(wronglyGot).toEqual([]);
});

describe('a network of three partial nodes conforms', () => onAnyTarget(() => targetOf(local)));

describe('a network of three partial nodes', () => kitCases(() => local));

describe('a batch over three partial nodes', () => {
  const systemProgram = '11111111111111111111111111111111';
  const calls = [
    ['getBlockTime', 0],
    ['getBalance', systemProgram],
    ['getSlot'],
    ['getFirstAvailableBlock'],
    ['getMultipleAccounts', [systemProgram]],
    ['getVersion'],
  ] as const;
  const body = JSON.stringify(calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params })));
  const nodeOf = ['history', 'accounts', 'rest', 'history', 'accounts', 'rest'] as const;
  let key: TestKey;

  beforeEach(async () => {
    key = await local.newKey({ planId: 'business' });
  });
  const ask = async () => {
    const { status, body: text } = await post(local.runtime.endpoints.devnet ?? '', key.secret, body);
    return {
      status,
      answers: JSON.parse(text) as { id: number; result?: unknown; error?: { data?: { reason: string } } }[],
    };
  };

  test('is answered in order, and each node gets its calls only', async () => {
    for (const node of Object.values(devnet)) node.got.length = 0;
    const { status, answers } = await ask();
    expect(status).toBe(200);
    expect(answers.map(({ id, error }) => [id, error])).toEqual(calls.map((_, id) => [id, undefined]));
    expect(devnet.accounts.got).toEqual(['getBalance', 'getMultipleAccounts']);
    expect(devnet.history.got).toEqual(['getBlockTime', 'getFirstAvailableBlock']);
    const { admitted } = await usageOf(local, key);
    expect(admitted).toBe(calls.length);
  });

  test('answers by node and method are those that the nodes gave, to the unit', async () => {
    const nodes = Object.values(devnet);
    for (const node of nodes) node.got.length = 0;
    for (let n = 0; n < 20; n += 1) {
      const some = calls.filter((_, index) => (n + index) % 3 > 0);
      const batch = some.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
      const single = batch[n % batch.length];
      await post(local.runtime.endpoints.devnet ?? '', key.secret, JSON.stringify(batch));
      await post(local.runtime.endpoints.devnet ?? '', key.secret, JSON.stringify(single));
    }
    await local.runtime.drained();
    const counted = (await usageOf(local, key)).methods;
    // A method has one node here, so its calls are those of the method at that node.
    const given = Object.groupBy(
      nodes.flatMap(({ got }) => got),
      (method) => method,
    );
    // Watch asks for the slot, too.
    const { getSlot: _, ...others } = counted;
    for (const [method, count] of Object.entries(others))
      expect([method, given[method]?.length]).toEqual([method, count]);
    expect(Object.values(counted).reduce((sum, count) => sum + count, 0)).toBe(100);
  });

  test.each(['accounts', 'history', 'rest'] as const)(
    'fails only in the calls of the node %s while it is down',
    async (name) => {
      devnet[name].isDown = true;
      const { status, answers } = await ask();
      devnet[name].isDown = false;
      expect(status).toBe(200);
      for (const [id, { error }] of answers.entries()) {
        expect([id, error?.data?.reason]).toEqual([id, nodeOf[id] === name ? 'upstream_unavailable' : undefined]);
      }
      // What failed is given back to the day.
      expect((await usageOf(local, key)).admitted).toBe(calls.length - 2);
    },
  );
});
