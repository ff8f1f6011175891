import type { ErrorCodes } from './dashboard-chain.ts';

/** The error codes of Solana nodes (rpc-client-api/src/custom_error.rs in anza-xyz/agave). */
export const solanaErrors: ErrorCodes = {
  [-32001]: {
    name: 'Block cleaned up',
    meaning: 'The node no longer keeps this block.',
    advice: 'Request a newer one. getFirstAvailableBlock returns the oldest block that the node keeps.',
  },
  [-32002]: {
    name: 'Simulation failed',
    meaning: 'The transaction failed simulation, so it was not sent.',
    advice: 'Read the logs in the response. Often the blockhash is too old or the account has too few lamports.',
  },
  [-32003]: {
    name: 'Signature invalid',
    meaning: 'A signature does not match the transaction.',
    advice: 'Sign the transaction again, after its last change.',
  },
  [-32004]: {
    name: 'Block not available',
    meaning: 'The node does not have this block, or not yet.',
    advice: 'Request another slot, or try again in a moment.',
  },
  [-32005]: { name: 'Node behind', meaning: 'The node is behind the chain.', advice: 'Try again shortly.' },
  [-32006]: {
    name: 'Precompile check failed',
    meaning: 'A signature checked by a precompiled program is invalid.',
    advice: 'Check the data of the transaction’s ed25519 or secp256k1 instruction.',
  },
  [-32007]: {
    name: 'Slot skipped',
    meaning: 'No block was produced in this slot, or the node lost it when it started from a snapshot.',
    advice: 'Request another slot. getBlocks returns the slots that have a block.',
  },
  [-32008]: { name: 'No snapshot', meaning: 'The node has no snapshot.', advice: 'Do not depend on snapshots here.' },
  [-32009]: {
    name: 'Slot skipped or pruned',
    meaning: 'No block was produced in this slot, or it is not in long-term storage.',
    advice: 'Request another slot. getBlocks returns the slots that have a block.',
  },
  [-32010]: {
    name: 'Address not indexed',
    meaning: 'The node does not index this address because it has too many accounts.',
    advice: 'Request the accounts that you need by their own addresses.',
  },
  [-32011]: {
    name: 'No transaction history',
    meaning: 'The node keeps no transaction history.',
    advice: 'Ask the operator for a network whose nodes keep it.',
  },
  [-32012]: {
    name: 'Scan failed',
    meaning: 'The node could not scan its accounts.',
    advice: 'Narrow the request with filters.',
  },
  [-32013]: {
    name: 'Signature missing',
    meaning: 'The transaction does not have the required number of signatures.',
    advice: 'Sign it with every account that its header requires.',
  },
  [-32014]: {
    name: 'Block status unknown',
    meaning: 'The block exists, but its status is not known yet.',
    advice: 'Try again in a moment.',
  },
  [-32015]: {
    name: 'Transaction version',
    meaning: 'The transaction has a newer version than the call allows.',
    advice: 'Add "maxSupportedTransactionVersion": 0 to the parameters.',
  },
  [-32016]: {
    name: 'Slot not reached',
    meaning: 'The node has not reached minContextSlot yet.',
    advice: 'Try again in a moment, or use an earlier slot.',
  },
  [-32017]: {
    name: 'Rewards in progress',
    meaning: 'The rewards of the epoch are being paid out.',
    advice: 'Try again when that is done, some minutes after the epoch began.',
  },
  [-32018]: {
    name: 'Not an epoch’s first slot',
    meaning: 'The slot is not the first of an epoch.',
    advice: 'getEpochSchedule says where epochs begin.',
  },
  [-32019]: {
    name: 'Storage unreachable',
    meaning: 'The node’s long-term storage cannot be reached.',
    advice: 'Try again shortly.',
  },
  [-32020]: {
    name: 'Signature not found',
    meaning: 'The node does not know the transaction of “before” or “until”.',
    advice: 'Check the signature. The transaction may be older than the node’s history.',
  },
  [-32021]: {
    name: 'No slot history',
    meaning: 'The node has no history of slots yet.',
    advice: 'Try again shortly.',
  },
};
