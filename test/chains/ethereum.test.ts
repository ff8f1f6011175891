import { describe, expect, test } from '@jest/globals';
import { isRead, newestBlock } from '../../src/chains/chain.ts';
import { ethereum } from '../../src/chains/ethereum.ts';

const kindOf = (method: string) => [ethereum.methods.has(method), isRead(ethereum, method)];

describe('a method of Ethereum', () => {
  test.each(['eth_sendRawTransaction', 'eth_sendTransaction', 'eth_sign', 'eth_signTypedData_v4', 'eth_submitWork'])(
    '%s is known, and a write',
    (method) => expect(kindOf(method)).toEqual([true, false]),
  );

  test.each([
    'eth_newFilter',
    'eth_newBlockFilter',
    'eth_newPendingTransactionFilter',
    'eth_getFilterChanges',
    'eth_getFilterLogs',
    'eth_uninstallFilter',
  ])('%s, which only one node can answer, is sent once like a write', (method) =>
    expect(kindOf(method)).toEqual([true, false]),
  );

  test.each([
    'eth_call',
    'eth_getLogs',
    'eth_estimateGas',
    'net_version',
    'web3_sha3',
    'debug_traceTransaction',
    'trace_block',
    'txpool_status',
    'alchemy_getTokenBalances',
  ])('%s only reads', (method) => expect(kindOf(method)).toEqual([true, true]));

  test('with a name that sends, signs, submits or filters is a write; all others only read', () => {
    const writes = /^eth_(send|sign|submit|uninstall)|Filter/;
    for (const method of ethereum.methods.keys())
      expect([method, isRead(ethereum, method)]).toEqual([method, !writes.test(method)]);
  });

  test.each(['eth_subscribe', 'debug_setHead', 'admin_addPeer', 'eth_getbalance', 'getBalance', 'constructor', ''])(
    '%j, which is not listed, is unknown and may write',
    (method) => expect(kindOf(method)).toEqual([false, false]),
  );
});

describe('a node', () => {
  test('is healthy if it answers that it is not synchronizing', () => {
    const progress = { currentBlock: '0x1', highestBlock: '0x2' };
    expect([false, true, progress, null, undefined].map(ethereum.health.read)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test('says its chain by a number', () => {
    expect(['0x1', '0x2105', 1, null].map(ethereum.identity.read)).toEqual(['1', '8453', undefined, undefined]);
  });

  test('says when its newest block was made', () => {
    const answers = [{ timestamp: '0x6929f5ff' }, { timestamp: 1_764_357_631 }, {}, null];
    expect(answers.map((answer) => ethereum.newestBlockTime?.read(answer))).toEqual([
      1_764_357_631_000,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('says how far back it goes', () => {
    const answers = [{ blocks: { disabled: false, oldestBlock: '0x10' } }, { blocks: {} }, {}, null];
    expect(answers.map(ethereum.earliest.read)).toEqual([16, undefined, undefined, undefined]);
  });

  test.each<[unknown, number | undefined]>([
    ['0x10', 16],
    ['earliest', 0],
    ['latest', newestBlock],
    ['finalized', newestBlock],
    [undefined, newestBlock],
    [{ blockNumber: '0x10' }, 16],
    [{ fromBlock: '0x10', toBlock: 'latest' }, 16],
    [{ address: '0x0' }, newestBlock],
    [{ blockHash: `0x${'1'.repeat(64)}` }, undefined],
    [`0x${'1'.repeat(64)}`, undefined],
    ['newest', undefined],
    [16, undefined],
  ])('reads the block %j as %d', (param, block) => expect(ethereum.readBlock(param)).toBe(block));

  test('has a height if it answers a hexadecimal number that is exact as a number', () => {
    expect(['0x0', '0x15f3b1a', '0xFFFFFFFFFFFFF'].map(ethereum.height.read)).toEqual([0, 23_018_266, 2 ** 52 - 1]);
    for (const result of ['0x', '12', 12, '0x10000000000000', '0xg', null]) {
      expect(ethereum.height.read(result)).toBeUndefined();
    }
  });
});
