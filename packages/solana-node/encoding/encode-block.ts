import type { LandedTransaction } from '../ledger.ts';
import { encodeError, encodeLanded, encodeStatus, encodeVersion } from './encode-result.ts';
import { parsedKeys, type TransactionEncoding } from './encode-transaction.ts';

/** The levels of detail of a block's transactions. */
export const transactionDetails = ['full', 'signatures', 'none', 'accounts'] as const;

export type BlockOptions = {
  readonly details: (typeof transactionDetails)[number];
  readonly encoding: TransactionEncoding;
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
    case 'accounts':
      return { transactions: landed.map((one) => encodeAccounts(one, options)) };
    case 'signatures':
      return { signatures: landed.map(({ transaction }) => transaction.signature) };
    case 'none':
      return {};
  }
}

function encodeFull(landed: LandedTransaction, { encoding, showRewards, supportedVersion }: BlockOptions) {
  const encoded = encodeLanded(landed, encoding, supportedVersion);
  return showRewards ? encoded : { ...encoded, meta: { ...encoded.meta, rewards: null } };
}

function encodeAccounts(landed: LandedTransaction, { showRewards, supportedVersion }: BlockOptions) {
  const { transaction, keys, execution, fee, before, after } = landed;
  return {
    meta: {
      err: encodeError(execution),
      fee,
      postBalances: after.lamports,
      postTokenBalances: after.tokens,
      preBalances: before.lamports,
      preTokenBalances: before.tokens,
      ...(showRewards ? { rewards: [] } : {}),
      status: encodeStatus(execution),
    },
    transaction: { accountKeys: parsedKeys(transaction.message, keys), signatures: transaction.signatures },
    ...encodeVersion(landed, supportedVersion),
  };
}
