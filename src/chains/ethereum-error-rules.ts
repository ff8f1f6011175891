import type { ErrorRule } from './chain.ts';
import { providerLimits, rules } from './error-rules.ts';

/**
 * What the errors of Ethereum's nodes mean, mostly by their texts: -32000 is the code of most errors, and Besu uses
 * EIP-1474's codes of missing and limited resources (-32001, -32002, -32005) for transactions that it rejects. The first
 * rule that matches applies.
 */
export const ethereumErrorRules: readonly ErrorRule[] = [
  // A contract chooses the text of its revert, which may look like a fault of the node.
  ...rules('caller', 'geth', 3, /revert/),
  // Every node sends to the same sequencer.
  ...rules('caller', 'erpc', /sender is over rate limit/),
  // Until it has synchronized for the first time.
  ...rules('behind', 'besu', /initial sync is still in progress/),
  ...providerLimits,
  // History that was pruned; an unknown block.
  ...rules('missing', 'eip4444', 4_444, -39_001),
  ...rules('missing', 'geth', /missing trie node/, /header (for hash )?not found/, /state \S+ is not available/),
  ...rules('missing', 'geth', /historical state .*(not available|unavailable)/, /pruned history unavailable/),
  ...rules('missing', 'geth', /state histories haven't been fully indexed/, /transaction indexing is in progress/),
  // The node's own time limit for a call, which others may not have.
  ...rules('missing', 'geth', /execution (timeout|aborted \(timeout)/),
  ...rules('missing', 'erigon', /not available due to pruning/),
  ...rules('missing', 'nethermind', /no state available/),
  ...rules('missing', 'besu', /world state unavailable/),
  // All of them, with variations.
  ...rules(
    'missing',
    'erpc',
    /block (\S+ )?not found/,
    /(unknown|could not find) block/,
    /resource (not found|not available|unavailable)/,
  ),
  ...rules('missing', 'erpc', /transaction (\S+ )?not found/, /cannot find transaction/, /trie does not/),
  ...rules('missing', 'erpc', /(height|requested data|pending block) is not available/, /greater than latest/),
  ...rules('missing', 'erpc', /height must be less than or equal/, /block height passed is invalid/),
  ...rules('missing', 'erpc', /not currently canonical/, /blocks specified .*cannot be found/, /no historical rpc/),
  ...rules('missing', 'erpc', /cannot query unfinalized/, /after last accepted block/, /could not find finalizeblock/),
  ...rules('missing', 'erpc', /expect block number from id/, /invalid blockhash finalized/, /genesis is not traceable/),
  // A block tag that this node does not know.
  ...rules('missing', 'erpc', /(pending|safe|finalized) is not a supported/, /not a supported commitment/),
];
