import { expect, test } from '@jest/globals';
import { networkChains } from './support/settings.ts';

test('a call is tallied under its method if the chain has it, otherwise under `other`, and without a method under `none`', () => {
  expect(networkChains.tallyName('devnet', 'getHealth')).toBe('getHealth');
  expect(networkChains.tallyName('mainnet', 'sendTransaction')).toBe('sendTransaction');
  for (const madeUp of ['gethealth', 'other', 'none', '', '__proto__']) {
    expect(networkChains.tallyName('devnet', madeUp)).toBe('other');
  }
  expect(networkChains.tallyName('unknown', 'getHealth')).toBe('other');
  expect(networkChains.tallyName('devnet', undefined)).toBe('none');
});
