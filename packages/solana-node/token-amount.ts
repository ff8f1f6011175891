/** A tenfold of more places than this does not fit into a u64, so a node gives no number then. */
const maximumDecimals = 19;

/** An amount of tokens as a node answers it. `uiAmount` is rounded, `uiAmountString` is exact. */
export const tokenAmount = (amount: bigint, decimals: number) => ({
  amount: amount.toString(),
  decimals,
  uiAmount: decimals > maximumDecimals ? null : Number(amount) / 10 ** decimals,
  uiAmountString: decimalText(amount, decimals),
});

/** `amount` shifted right by `decimals` places, without trailing zeros. */
function decimalText(amount: bigint, decimals: number): string {
  if (decimals === 0) return amount.toString();
  const digits = amount.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
}
