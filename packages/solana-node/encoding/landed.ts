import { unsupportedTransactionVersion } from '../errors.ts';
import type { Landed } from '../ledger.ts';
import { encodeMeta } from './execution.ts';
import { encodeTransaction, type TransactionEncoding } from './transaction.ts';

/**
 * A transaction of the ledger and how it went, as a node answers it.
 * @throws {RpcError} -32015 where it has a version that the client does not support.
 */
export const encodeLanded = (
  landed: Landed,
  encoding: TransactionEncoding,
  supportedVersion: bigint | null | undefined,
) => ({
  meta: encodeMeta(landed, encoding),
  transaction: encodeTransaction(landed, encoding),
  ...encodeVersion(landed, supportedVersion),
});

/** A client that names no version gets none, and understands legacy transactions alone. */
export function encodeVersion({ transaction }: Landed, supported: bigint | null | undefined) {
  const { version } = transaction.message;
  const isSupported = version === 'legacy' || (supported !== null && supported !== undefined && version <= supported);
  if (!isSupported) throw unsupportedTransactionVersion(version);
  return supported === null || supported === undefined ? {} : { version };
}
