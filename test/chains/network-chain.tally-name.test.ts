import { expect, test } from '@jest/globals';
import { tallyName } from '../../src/chains/network-chain.ts';

test('a call is tallied under its method if the chain has it, otherwise under `other`, and without a method under `none`', () => {
  expect(tallyName('devnet', 'getHealth')).toBe('getHealth');
  expect(tallyName('mainnet', 'sendTransaction')).toBe('sendTransaction');
  for (const madeUp of ['gethealth', 'other', 'none', '', '__proto__']) {
    expect(tallyName('devnet', madeUp)).toBe('other');
  }
  expect(tallyName('unknown', 'getHealth')).toBe('other');
  expect(tallyName('devnet', undefined)).toBe('none');
});
