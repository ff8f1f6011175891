import type { ErrorCodes } from './dashboard-chain.ts';

const message = 'Send the call with the tester to read the node’s message.';

/** The error codes of Ethereum nodes: EIP-1474, and codes that geth and other clients share. */
export const ethereumErrors: ErrorCodes = {
  3: {
    name: 'Execution reverted',
    meaning: 'The contract reverted the call.',
    advice: 'The reason is in the error’s data. Decode it with the contract’s ABI.',
  },
  4444: {
    name: 'History pruned',
    meaning: 'The node no longer keeps history this old.',
    advice: 'Request a newer block.',
  },
  // Clients use this one for most of their errors.
  [-32000]: {
    name: 'Server error',
    meaning: 'The node could not execute the call. Clients use this code for many causes.',
    advice: `Common ones are too little gas or balance, a used nonce, and state that the node no longer keeps. ${message}`,
  },
  [-32001]: {
    name: 'Resource not found',
    meaning: 'The node does not have the block, the transaction or the state.',
    advice: 'Check the hash or the block number, or try again in a moment.',
  },
  [-32002]: {
    name: 'Resource unavailable',
    meaning: 'The node cannot answer right now, often because the call took too long.',
    advice: 'Try again in a moment, with a smaller range.',
  },
  [-32003]: {
    name: 'Transaction rejected',
    meaning: 'The node did not accept the transaction.',
    advice: `Check its nonce, fee, chain id and balance. ${message}`,
  },
  [-32004]: {
    name: 'Method not supported',
    meaning: 'The node knows this method but does not offer it.',
    advice: 'Use another method. The tester lists those of the chain.',
  },
  [-32005]: {
    name: 'Limit exceeded',
    meaning: 'The call asks for more than the node returns at once.',
    advice: 'Use a smaller block range, or a narrower filter.',
  },
  [-32006]: {
    name: 'JSON-RPC version',
    meaning: 'The node does not support this version of JSON-RPC.',
    advice: 'Send "jsonrpc": "2.0".',
  },
  [-32015]: {
    name: 'Execution failed',
    meaning: 'The virtual machine stopped with an error, for example out of gas.',
    advice: 'Check the gas limit and the call’s data.',
  },
  [-39001]: {
    name: 'Unknown block',
    meaning: 'The node does not have this block, or not yet.',
    advice: 'Request another one.',
  },
};
