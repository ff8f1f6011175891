import { expect, test } from '@jest/globals';
import { tokenAmount } from '../spl-token.ts';

test.each([
  [0n, 0, 0, '0'],
  [0n, 6, 0, '0'],
  [1n, 9, 1e-9, '0.000000001'],
  [150n, 2, 1.5, '1.5'],
  [1_000n, 0, 1000, '1000'],
  [1_000n, 3, 1, '1'],
  // The number is rounded, the text is not.
  [2n ** 64n - 1n, 0, 18_446_744_073_709_552_000, '18446744073709551615'],
  [2n ** 64n - 1n, 19, 1.8446744073709551, '1.8446744073709551615'],
  [1n, 20, null, '0.00000000000000000001'],
] as const)('%s of a token with %s decimals', (amount, decimals, uiAmount, uiAmountString) => {
  expect(tokenAmount(amount, decimals)).toEqual({ amount: `${amount}`, decimals, uiAmount, uiAmountString });
});
