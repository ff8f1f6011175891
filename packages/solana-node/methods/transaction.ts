import * as v from 'valibot';
import { encodeLanded } from '../encoding/landed.ts';
import { transactionEncodings } from '../encoding/transaction.ts';
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
  return {
    blockTime: node.slots.timeOf(landed.slot),
    slot: landed.slot,
    ...encodeLanded(landed, config?.encoding ?? 'json', config?.maxSupportedTransactionVersion),
  };
});
