import * as v from 'valibot';
import { encodeTransactions, transactionDetails } from '../encoding/block.ts';
import { transactionEncodings } from '../encoding/transaction.ts';
import { method } from './method.ts';
import { commitment, config, confirmedAtLeast, flag, oneOf, u64 } from './parameters.ts';
import { storedSlot } from './stored-blocks.ts';

const encoding = oneOf(transactionEncodings);

const blockConfig = v.union(
  [
    // How older clients ask for an encoding.
    encoding,
    config('RpcBlockConfig', {
      commitment,
      encoding: v.nullish(encoding),
      transactionDetails: v.nullish(oneOf(transactionDetails)),
      rewards: v.nullish(flag),
      maxSupportedTransactionVersion: v.nullish(u64),
    }),
  ],
  'data did not match any variant of untagged enum RpcEncodingConfigWrapper',
);

/** A block with its transactions. Nobody stakes here, so a block pays no rewards. */
export const getBlock = method([u64, blockConfig], 1, (node, input, given) => {
  const config = typeof given === 'string' ? { encoding: given } : given;
  const slot = storedSlot(node, input, node.slots.at(confirmedAtLeast(config?.commitment)));
  const showRewards = config?.rewards ?? true;
  return {
    blockHeight: slot,
    blockTime: node.slots.timeOf(slot),
    blockhash: node.blockhashes.of(slot),
    parentSlot: slot - 1,
    previousBlockhash: node.blockhashes.of(slot - 1),
    ...(showRewards ? { rewards: [] } : {}),
    ...encodeTransactions(node.ledger.inSlot(slot), {
      details: config?.transactionDetails ?? 'full',
      encoding: config?.encoding ?? 'json',
      showRewards,
      supportedVersion: config?.maxSupportedTransactionVersion,
    }),
  };
});
