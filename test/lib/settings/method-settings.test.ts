import { describe, expect, test } from '@jest/globals';
import { problemsOf } from './refusals.ts';

const withMethods = (methods: object, chain = 'solana') =>
  problemsOf({
    networks: [{ network: 'devnet', chain, path: '/', methods, upstreams: [{ url: 'https://node.example' }] }],
  });

const withNode = (node: object, methods: object = {}) =>
  problemsOf({
    networks: [
      { network: 'devnet', chain: 'solana', path: '/', methods, upstreams: [{ url: 'https://node.example', ...node }] },
    ],
  });

describe('the methods of a node', () => {
  test('may be groups, methods of the chain, and methods that the network adds', () => {
    expect(withNode({ methods: ['accounts', 'getSlot', 'getRichList'] }, { reads: ['getRichList'] })).toEqual([]);
    expect(withNode({ exceptMethods: ['history', 'unknownToAll'] })).toEqual([]);
  });

  test.each([
    [{ methods: ['acounts'] }, 'upstreams.0.methods.0: acounts is neither a group (accounts, history, '],
    [{ methods: ['accounts'], exceptMethods: ['accounts'] }, 'upstreams.0.exceptMethods: leaves no method'],
    [{ methods: [] }, 'upstreams.0.methods: must name at least one method or group'],
  ])('are refused with %j', (node, problem) => {
    expect(withNode(node)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('the methods of a network', () => {
  test('may be new ones, and ones that the chain knows', () => {
    const methods = {
      reads: ['getRichList', 'getSlot'],
      writes: ['burn.all', 'getBalance'],
      unsupported: ['getSupply'],
    };
    expect(withMethods(methods)).toEqual([]);
  });

  test.each([
    [{ reads: ['get slot'] }, 'networks.0.methods.reads.0: must be the name of a method'],
    [{ read: ['getSlot'] }, 'networks.0.methods.read: is not a setting'],
    [{ reads: ['sendTransaction'] }, 'methods.reads.0: sendTransaction must not be sent to several nodes'],
    [{ unsupported: ['getSlot', 'getHealth'] }, 'methods.unsupported.1: getHealth must be supported'],
    [{ reads: ['a', 'b', 'a'] }, 'methods.reads.2: a is listed in reads already'],
    [{ reads: ['a'], unsupported: ['a'] }, 'methods.unsupported.0: a is listed in reads already'],
  ])('are refused with %j', (methods, problem) => {
    expect(withMethods(methods)).toContainEqual(expect.stringContaining(problem));
  });

  test('cannot move the filters of a node to another', () => {
    expect(withMethods({ reads: ['eth_getFilterChanges'] }, 'ethereum')).toEqual([
      expect.stringContaining('only one node knows its state'),
    ]);
  });
});
