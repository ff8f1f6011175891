/**
 * What the error codes mean that JSON-RPC 2.0 and Solana's nodes use (rpc-client-api/src/custom_error.rs in
 * anza-xyz/agave).
 */
export const nodeCodes: Readonly<Record<number, string>> = {
  [-32700]: 'The node could not read the call as JSON.',
  [-32600]: 'The node does not take the call as it is.',
  [-32601]: 'The node has no method of this name. Check its spelling; a node may also have it turned off.',
  [-32602]: 'The node does not take these parameters. Check their number, order and types.',
  [-32603]: 'The node failed at this call.',
  [-32001]: 'The node no longer keeps this block. Ask for a newer one.',
  [-32002]: 'The transaction failed its simulation, so it was not sent. The logs in the answer say where.',
  [-32003]: 'A signature of the transaction does not fit it. Sign it again.',
  [-32004]: 'The node does not have this block (yet). Ask for another slot.',
  [-32005]: 'The node is behind the chain. Try again shortly.',
  [-32006]: 'A signature that a precompiled program checks does not fit.',
  [-32007]: 'No block was made in this slot. Ask for another one.',
  [-32008]: 'The node has no snapshot.',
  [-32009]: 'No block was made in this slot, or it is in no archive. Ask for another one.',
  [-32010]: 'The node does not index this address, for it has too many accounts.',
  [-32011]: 'The node keeps no history of transactions.',
  [-32012]: 'The node could not search its accounts. Ask for less, with filters.',
  [-32013]: 'The transaction does not have as many signatures as it wants.',
  [-32014]: 'The block is there, but its status is not known yet. Try again in a moment.',
  [-32015]: 'The transaction is of a newer version. Add "maxSupportedTransactionVersion": 0 to the parameters.',
  [-32016]: 'The node has not reached minContextSlot yet. Try again in a moment.',
  [-32017]: 'Rewards of the epoch are being paid out. Try again when that is over.',
  [-32018]: 'The slot is not the first of an epoch.',
  [-32019]: 'The node’s archive cannot be reached. Try again shortly.',
};
