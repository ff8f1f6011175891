import type { LandedTransaction } from '../ledger.ts';
import { encodeLanded } from './encode-result.ts';

/** The levels of detail of a block's transactions. */
export const transactionDetails = ['full', 'signatures', 'none'] as const;

export type BlockOptions = {
  readonly details: (typeof transactionDetails)[number];
  readonly showRewards: boolean;
  readonly supportedVersion: bigint | null | undefined;
};

/**
 * Encodes the transactions of a block: a list under `transactions`, their `signatures`, or neither.
 * @throws {RpcError} -32015 for a version that the client does not support
 */
export function encodeTransactions(landed: readonly LandedTransaction[], options: BlockOptions) {
  switch (options.details) {
    case 'full':
      return { transactions: landed.map((one) => encodeFull(one, options)) };
    case 'signatures':
      return { signatures: landed.map(({ transaction }) => transaction.signature) };
    case 'none':
      return {};
  }
}

function encodeFull(landed: LandedTransaction, { showRewards, supportedVersion }: BlockOptions) {
  const encoded = encodeLanded(landed, supportedVersion);
  return showRewards ? encoded : { ...encoded, meta: { ...encoded.meta, rewards: null } };
}
