import { describe, expect, test } from '@jest/globals';
import { chainNamed } from '../../../../../dashboard/chains/chains.ts';
import { bodyRemark } from '../../../../../dashboard/pages/endpoints/tester/chain-methods.ts';

const { methods = [] } = chainNamed('solana') ?? {};

describe('a remark on a body', () => {
  test('lists methods that the gateway does not know', () => {
    expect(bodyRemark(['getHealth', 'getHelth', 'getHelth'], methods)).toMatch(/does not know getHelth\. /);
  });

  test('says how many calls a batch counts as', () => {
    expect(bodyRemark(['getHealth', 'getSlot'], methods)).toMatch(/batch of 2 calls/);
  });

  test('is empty for a known method, and for a chain without a list of methods', () => {
    expect(bodyRemark(['getHealth'], methods)).toBeUndefined();
    expect(bodyRemark(['eth_call'], [])).toBeUndefined();
  });
});
