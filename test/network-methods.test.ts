import { describe, expect, test } from '@jest/globals';
import { solana } from '../src/chains/solana.ts';
import { servedByNetwork } from '../src/network-methods.ts';

const namesOf = (...args: Parameters<typeof servedByNetwork>) =>
  servedByNetwork(...args).methods.flatMap(({ names }) => names);

describe('a network serves', () => {
  test('every method of its chain, and unknown ones, if its nodes name none', () => {
    const network = { chain: 'solana', upstreams: [{ url: 'https://a.example' }] } as const;
    expect(namesOf(network).toSorted()).toEqual([...solana.methods.keys()].toSorted());
    expect(servedByNetwork(network).otherMethods).toBe(true);
  });

  test('what one of its nodes serves, without what the operator does not support', () => {
    const served = servedByNetwork({
      chain: 'solana',
      methods: { reads: ['getRichList'], unsupported: ['getBlock'] },
      upstreams: [
        { url: 'https://a.example', methods: ['getSlot', 'getRichList'] },
        { url: 'https://b.example', methods: ['history'], exceptMethods: ['getTransaction'] },
      ],
    });
    expect(served.methods.map(({ group }) => group)).toEqual(['history', 'status', undefined]);
    const names = served.methods.flatMap((one) => one.names);
    expect(names).toEqual(expect.arrayContaining(['getSlot', 'getRichList', 'getBlocks']));
    expect(names).not.toEqual(expect.arrayContaining(['getBlock']));
    expect(names).not.toEqual(expect.arrayContaining(['getTransaction']));
    expect(served.otherMethods).toBe(false);
  });
});
