import * as v from 'valibot';
import { encodeMeta } from '../encoding/execution.ts';
import { encodeTransaction, transactionEncodings } from '../encoding/transaction.ts';
import { unsupportedTransactionVersion } from '../errors.ts';
import type { Landed } from '../ledger.ts';
import { method } from './method.ts';
import { commitment, config, confirmedAtLeast, oneOf, readSignature, text, u64 } from './parameters.ts';

const encoding = oneOf(transactionEncodings);

const transactionConfig = v.union(
  [
    // How older clients ask for an encoding.
    encoding,
    config('RpcTransactionConfig', {
      commitment,
      encoding: v.nullish(encoding),
      maxSupportedTransactionVersion: v.nullish(u64),
    }),
  ],
  'data did not match any variant of untagged enum RpcEncodingConfigWrapper',
);

/** A transaction with how it went; null where it did not land, or has not the commitment asked for. */
export const getTransaction = method([text, transactionConfig], 1, (node, input, given) => {
  const signature = readSignature(input);
  const config = typeof given === 'string' ? { encoding: given } : given;
  const slot = node.slots.at(confirmedAtLeast(config?.commitment));
  const landed = node.ledger.find(signature);
  if (landed === undefined || landed.slot > slot) return null;
  const encoding = config?.encoding ?? 'json';
  return {
    blockTime: node.slots.timeOf(landed.slot),
    meta: encodeMeta(landed, encoding),
    slot: landed.slot,
    transaction: encodeTransaction(landed, encoding),
    ...version(landed, config?.maxSupportedTransactionVersion),
  };
});

/** A client that names no version gets none, and understands legacy transactions alone. */
function version({ transaction }: Landed, supported: bigint | null | undefined) {
  const { version } = transaction.message;
  const isSupported = version === 'legacy' || (supported !== null && supported !== undefined && version <= supported);
  if (!isSupported) throw unsupportedTransactionVersion(version);
  return supported === null || supported === undefined ? {} : { version };
}
