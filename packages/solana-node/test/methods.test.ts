import { expect, test } from '@jest/globals';
import { methods } from '../methods/methods.ts';
import { specifiedMethods } from './specified-methods.ts';

test('the node has the methods of the Solana RPC specification, and no others', () => {
  expect([...methods.keys()].toSorted()).toEqual(specifiedMethods.toSorted());
});
