import type { ChainId } from '../../src/chains/chain.ts';
import type { ErrorCodes } from './dashboard-chain.ts';
import { ethereumErrors } from './ethereum-errors.ts';
import { solanaErrors } from './solana-errors.ts';

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
    advice: 'A call has the members “jsonrpc”, “id”, “method” and, if the method has any, “params”.',
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

// Apart from chains.ts: its methods and examples are of no use to pages that only name an error.
const chainErrors: Readonly<Record<ChainId, ErrorCodes>> = { solana: solanaErrors, ethereum: ethereumErrors };

const isChainId = (id: string): id is ChainId => Object.hasOwn(chainErrors, id);

/** The error codes of a chain's nodes; those of JSON-RPC alone if this build does not know the chain. */
export const errorCodesOf = (chain: string | undefined): ErrorCodes =>
  chain !== undefined && isChainId(chain) ? { ...standardErrors, ...chainErrors[chain] } : standardErrors;
