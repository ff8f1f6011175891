import { describe, expect, test } from '@jest/globals';
import { chainOfNetwork } from '../../src/chain-of-network.ts';
import { isRead } from '../../src/chains/chain.ts';
import { chainIds, chains } from '../../src/chains/chains.ts';
import { NetworkChains } from '../../src/network-chains.ts';
import { specification } from './specification.ts';
import { specifiedMethods } from './specified-methods.ts';

describe.each(chainIds)('the methods of %s', (id) => {
  const { specification: specified, extensions } = specification(id);
  const { methods } = chains[id];

  test('include each method of the specification', () => {
    expect(specified.methods.filter((method) => !methods.has(method))).toEqual([]);
  });

  test('have a source each, and only one', () => {
    const sourced = [specified, ...extensions].flatMap((source) => source.methods);
    expect(sourced.toSorted()).toEqual([...methods.keys()].toSorted());
  });

  test('have a group and a cost class each', () => {
    expect([...methods].filter(([, { group }]) => group === undefined)).toEqual([]);
  });

  test('that name a block are those of the specification, at its positions, and of extensions', () => {
    const { blockParams } = chains[id];
    const ofSpecification = [...blockParams].filter(([method]) => specified.methods.includes(method));
    expect(Object.fromEntries(ofSpecification)).toEqual(specified.blockParams);
    expect([...blockParams.keys()].filter((method) => !methods.has(method))).toEqual([]);
  });

  test('whose answers an outdated node cannot spoil are reads', () => {
    for (const [name, { lagMatters, use }] of methods) if (!lagMatters) expect([name, use]).toEqual([name, 'read']);
  });
});

test('the specification of Solana has the methods that the local node was written against', () => {
  expect(specification('solana').specification.methods.toSorted()).toEqual(specifiedMethods.toSorted());
});

test('the filters of Ethereum are in one group, so that they go to one node', () => {
  const pinned = [...chains.ethereum.methods.values()].filter(({ use }) => use === 'pinned');
  expect(new Set(pinned.map(({ group }) => group)).size).toBe(1);
  expect(pinned.length).toBeGreaterThan(0);
});

describe('a network can', () => {
  const network = {
    network: 'special',
    chain: 'solana',
    methods: { reads: ['getRichList'], writes: ['burnAll', 'getBalance'], unsupported: ['getSupply'] },
  } as const;
  const chain = chainOfNetwork(network);

  test('add reads and writes, which are tallied as other methods', () => {
    expect([isRead(chain, 'getRichList'), isRead(chain, 'burnAll')]).toEqual([true, false]);
    const { tallyName } = new NetworkChains([network]);
    const names = ['getRichList', 'burnAll', 'getBalance'].map((name) => tallyName('special', name));
    expect(names).toEqual(['other', 'other', 'getBalance']);
  });

  test('make a read of the chain a write, which keeps its group', () => {
    expect(chain.methods.get('getBalance')).toMatchObject({ use: 'write', group: 'accounts' });
    expect(isRead(chains.solana, 'getBalance')).toBe(true);
  });

  test('name methods that it does not support', () => {
    expect(chain.unsupported?.has('getSupply')).toBe(true);
  });
});
