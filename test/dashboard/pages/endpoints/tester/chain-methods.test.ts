import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ChainNode } from '../../../../../bin/chains/chain-node.ts';
import { ethereum as localEthereum } from '../../../../../bin/chains/ethereum.ts';
import { chainNamed } from '../../../../../dashboard/chains/chains.ts';
import type { ChainMethod } from '../../../../../dashboard/chains/dashboard-chain.ts';
import { bodyProblems } from '../../../../../dashboard/pages/endpoints/tester/body-problems.ts';
import {
  bestMatch,
  exampleBody,
  matchesMethod,
} from '../../../../../dashboard/pages/endpoints/tester/chain-methods.ts';
import { methods as localMethods } from '../../../../../packages/solana-node/methods/methods.ts';
import { startTestChain, type TestChain } from '../../../../../packages/solana-node/test/test-chain.ts';
import { isRead } from '../../../../../src/chains/chain.ts';
import { chains } from '../../../../../src/chains/chains.ts';
import { ethereum } from '../../../../../src/chains/ethereum.ts';
import { solana } from '../../../../../src/chains/solana.ts';
import { specification } from '../../../../chains/specification.ts';

const { methods = [] } = chainNamed('solana') ?? {};
const ethereumMethods = chainNamed('ethereum')?.methods ?? [];

describe('the methods of the request tester', () => {
  test('for Solana are those of every node, without duplicates', () => {
    expect(methods.map(({ name }) => name).sort()).toEqual(specification('solana').specification.methods.toSorted());
  });

  test('for Ethereum are known to the gateway, without duplicates', () => {
    const names = ethereumMethods.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !ethereum.methods.has(name))).toEqual([]);
  });

  test.each(Object.keys(chains))('of %s have its health call, which takes no parameters', (id) => {
    const chain = chainNamed(id);
    const health = chain?.methods.find(({ name }) => name === chain.health);
    expect([health?.params, health?.writes]).toEqual([[], false]);
  });

  test('are marked as writes exactly if the gateway treats them as writes', () => {
    for (const { name, writes } of methods) expect([name, writes]).toEqual([name, !isRead(solana, name)]);
    for (const { name, writes } of ethereumMethods) expect([name, writes]).toEqual([name, !isRead(ethereum, name)]);
  });

  test('exist for every chain, with the health call of the gateway', () => {
    for (const [id, { health }] of Object.entries(chains)) expect(chainNamed(id)?.health).toBe(health.method);
    for (const id of ['another', 'constructor', '']) expect(chainNamed(id)).toBeUndefined();
  });

  test.each([...methods, ...ethereumMethods])('$name has an example that the endpoint accepts', (method) => {
    expect(bodyProblems(exampleBody(method))).toEqual([]);
  });
});

describe('a method is found', () => {
  test.each([
    ['getBlock', 'getBlock'],
    ['gettransaction ', 'getTransaction'],
    ['airdrop', 'requestAirdrop'],
    ['faucet', 'requestAirdrop'],
    ['nonesuch', undefined],
  ])('by %j: %s', (typed, name) => {
    expect(bestMatch(methods, typed)?.name).toBe(name);
    expect(methods.some((method) => matchesMethod(method, typed))).toBe(name !== undefined);
  });
});

describe('the examples of Solana, sent to a node', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startTestChain('devnet');
  });
  afterAll(() => chain.stop());

  // These examples use blocks and tokens of mainnet, which a new chain does not have.
  const missing: readonly [name: string, reason: string][] = [
    ['getBlock', 'cleaned up'],
    ['getBlockTime', 'cleaned up'],
    ['getTokenAccountBalance', 'could not find account'],
    ['getTokenAccountsByOwner', 'could not find mint'],
    ['getTokenSupply', 'could not find account'],
  ];
  const refused = new Set(['sendTransaction', ...missing.map(([name]) => name)]);
  const answered = methods.filter(({ name }) => localMethods.has(name) && !refused.has(name));
  test.each(answered)('$name has a result', async ({ name, params }) => {
    const { error, result } = await chain.call(name, ...params);
    expect(error).toBeUndefined();
    expect(result).toBeDefined();
  });

  test.each(missing)('%s is valid, but its subject does not exist on the node', async (name, reason) => {
    const params = methods.find((method) => method.name === name)?.params ?? [];
    expect((await chain.call(name, ...params)).error?.message).toContain(reason);
  });

  test('sendTransaction has a placeholder that the node refuses as invalid parameters', async () => {
    const params = methods.find(({ name }) => name === 'sendTransaction')?.params ?? [];
    expect((await chain.call('sendTransaction', ...params)).error?.code).toBe(-32602);
  });
});

describe('the examples of Ethereum, sent to a node', () => {
  let node: ChainNode;
  beforeAll(async () => {
    node = await localEthereum.startNode('eth-local', () => {});
  });
  afterAll(() => node.stop());

  const send = async (method: ChainMethod) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(node.url, { method: 'POST', headers, body: exampleBody(method) })).json();
  };

  // The node has no filter 0x1 before one is created, and no block with transactions.
  const answered = ethereumMethods.filter(({ name }) => !/(FilterChanges|FilterLogs|sendRawTransaction)$/.test(name));
  test.each(answered)('$name has a result', async (method) => {
    const answer = await send(method);
    expect(answer).not.toHaveProperty('error');
    expect(answer).toHaveProperty('result');
  });

  test('eth_sendRawTransaction has a placeholder that the node refuses', async () => {
    const method = ethereumMethods.find(({ name }) => name === 'eth_sendRawTransaction');
    expect(method && (await send(method))).toHaveProperty('error');
  });
});
