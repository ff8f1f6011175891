import { describe, expect, test } from '@jest/globals';
import { chainNamed } from '../../../../../dashboard/chains/chains.ts';
import { remarkOn } from '../../../../../dashboard/pages/endpoints/tester/remark.ts';

const { methods = [] } = chainNamed('solana') ?? {};

describe('a remark on a body', () => {
  test('names methods that the gateway does not know', () => {
    expect(remarkOn(['getHealth', 'getHelth', 'getHelth'], methods)).toMatch(/does not know getHelth: /);
  });

  test('says what a batch counts as', () => {
    expect(remarkOn(['getHealth', 'getSlot'], methods)).toMatch(/batch of 2 calls/);
  });

  test('is none for a known call, and for a chain whose methods nobody knows here', () => {
    expect(remarkOn(['getHealth'], methods)).toBeUndefined();
    expect(remarkOn(['eth_call'], [])).toBeUndefined();
  });
});
