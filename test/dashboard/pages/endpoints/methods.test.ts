import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { methods as localMethods } from '../../../../chain/methods/index.ts';
import { firstFound, isFound, methodsOf, templateOf } from '../../../../dashboard/pages/endpoints/methods.ts';
import { bodyProblems } from '../../../../dashboard/pages/endpoints/tester/body-problems.ts';
import { routes } from '../../../../src/routes.ts';
import { solanaMethods, solanaWrites } from '../../../../src/upstream/solana.ts';
import { startTestChain, type TestChain } from '../../../chain/test-chain.ts';

const methods = methodsOf('solana');

describe('the methods of the tester', () => {
  test('are those that the gateway knows, each once', () => {
    expect(methods.map(({ name }) => name).sort()).toEqual([...solanaMethods].sort());
  });

  test('that change the chain are those that the gateway takes for writes', () => {
    expect(
      methods
        .filter(({ writes }) => writes)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...solanaWrites].sort());
  });

  test('are there for every chain that has an endpoint', () => {
    for (const { chain } of routes) expect(methodsOf(chain).length).toBeGreaterThan(0);
    expect(methodsOf('another')).toEqual([]);
  });

  test.each(methods)('$name has an example that the endpoint takes', (method) => {
    expect(bodyProblems(templateOf(method))).toEqual([]);
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
    expect(firstFound(methods, typed)?.name).toBe(name);
    expect(methods.some((method) => isFound(method, typed))).toBe(name !== undefined);
  });
});

describe('the examples, sent to a node', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startTestChain('devnet');
  });
  afterAll(() => chain.stop());

  const answered = methods.filter(({ name }) => localMethods.has(name) && name !== 'sendTransaction');
  test.each(answered)('$name has a result', async ({ name, params }) => {
    const { error, result } = await chain.call(name, ...params);
    expect(error).toBeUndefined();
    expect(result).toBeDefined();
  });

  test('sendTransaction has a placeholder, which the node refuses for its parameters', async () => {
    const params = methods.find(({ name }) => name === 'sendTransaction')?.params ?? [];
    expect((await chain.call('sendTransaction', ...params)).error?.code).toBe(-32602);
  });
});
