import { chainNamed } from './chains.ts';
import type { ErrorCodes } from './dashboard-chain.ts';

/** The codes of JSON-RPC 2.0, section 5.1, which mean the same on every chain. */
const standardErrors: ErrorCodes = {
  [-32700]: {
    name: 'Parse error',
    meaning: 'The node could not read the call as JSON.',
    advice: 'Send the call again with the tester, and compare the bodies.',
  },
  [-32600]: {
    name: 'Invalid request',
    meaning: 'The node rejected the call as invalid.',
    advice: 'A call has the members “jsonrpc”, “id” and “method”, and “params” if the method takes parameters.',
  },
  [-32601]: {
    name: 'Method not found',
    meaning: 'The node does not have this method.',
    advice: 'Check the spelling, and that the method belongs to this network’s chain. The node may have turned it off.',
  },
  [-32602]: {
    name: 'Invalid parameters',
    meaning: 'The node rejected the parameters.',
    advice: 'Check their number, order and types. The tester has an example for every method.',
  },
  [-32603]: {
    name: 'Internal error',
    meaning: 'The node failed to handle the call.',
    advice: 'If the call changes the chain, check whether it arrived before you send it again.',
  },
};

/** The error codes of a chain's nodes; those of JSON-RPC alone if this build does not know the chain. */
export function errorCodesOf(chain: string | undefined): ErrorCodes {
  const ofChain = chain === undefined ? undefined : chainNamed(chain)?.errorCodes;
  return ofChain ? { ...standardErrors, ...ofChain } : standardErrors;
}
