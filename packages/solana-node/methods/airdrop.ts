import * as v from 'valibot';
import { invalidRequest } from '../errors.ts';
import { method } from './method.ts';
import { commitment, config, readAddress, readBlockhash, text, u64 } from './parameters.ts';

const airdropConfig = config('RpcRequestAirdropConfig', { commitment, recentBlockhash: v.nullish(text) });

/**
 * Gives lamports away. A node without a faucet, as every node of mainnet is, answers -32600 `Invalid request` before it
 * looks at the address (`request_airdrop` in rpc/src/rpc.rs, anza-xyz/agave).
 */
export const requestAirdrop = method([text, u64, airdropConfig], 2, (node, input, lamports, config) => {
  if (node.faucet === undefined) throw invalidRequest();
  const address = readAddress(input);
  const blockhash = config?.recentBlockhash
    ? readBlockhash(config.recentBlockhash)
    : node.blockhashes.of(node.slots.at('confirmed'));
  const gift = node.faucet.give(address, lamports, blockhash);
  node.ledger.send(gift);
  return gift.signature;
});
