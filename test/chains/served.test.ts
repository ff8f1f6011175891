import { describe, expect, test } from '@jest/globals';
import { chainOfNetwork } from '../../src/chain-of-network.ts';
import { serves } from '../../src/chains/served.ts';
import { solana } from '../../src/chains/solana.ts';

const served = (node: Parameters<typeof serves>[0], ...methods: string[]) =>
  methods.filter((method) => serves(node, solana, method));
const some = ['getBalance', 'getBlock', 'getSlot', 'sendTransaction', 'neverHeardOf'];

describe('a node serves', () => {
  test('every method, and unknown ones, if its settings name none', () => {
    expect(served({}, ...some)).toEqual(some);
  });

  test('the groups and methods that its settings name, and nothing unknown', () => {
    expect(served({ methods: ['accounts', 'getSlot'] }, ...some)).toEqual(['getBalance', 'getSlot']);
    expect(served({ methods: ['accounts', 'history', 'transactions', 'status'] }, ...some)).toEqual(some.slice(0, 4));
  });

  test('all but what its settings except, by group or name, known or not', () => {
    expect(served({ exceptMethods: ['history', 'getSlot', 'neverHeardOf'] }, ...some)).toEqual([
      'getBalance',
      'sendTransaction',
    ]);
    expect(served({ methods: ['accounts', 'history'], exceptMethods: ['getBlock'] }, ...some)).toEqual(['getBalance']);
  });

  test('a method that the network adds, if it names it', () => {
    const chain = chainOfNetwork({ chain: 'solana', methods: { reads: ['getRichList'] } });
    const nodes = [{ methods: ['getRichList'] }, { methods: ['accounts'] }, {}];
    expect(nodes.map((node) => serves(node, chain, 'getRichList'))).toEqual([true, false, true]);
  });
});
