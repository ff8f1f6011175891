import type { ErrorRule } from './chain.ts';
import { providerLimits, rules } from './error-rules.ts';

/** What the errors of Solana's nodes mean. The first rule that matches applies. */
export const solanaErrorRules: readonly ErrorRule[] = [
  // A transaction that fails, whose program may have chosen the text: preflight, signatures, precompiles.
  ...rules('caller', 'specs', -32_002, -32_003, -32_006, -32_013),
  // The client takes no versioned transactions; the whole cluster is distributing rewards.
  ...rules('caller', 'specs', -32_015, -32_017),
  // Before the codes: QuickNode's limit has that of a skipped slot.
  ...providerLimits,
  // The node is some slots behind.
  ...rules('behind', 'specs', -32_005),
  // Pruned from this node's ledger; not there yet; skipped, or lost by a jump to a snapshot; no snapshot; skipped, or not
  // in this node's archive.
  ...rules('missing', 'specs', -32_001, -32_004, -32_007, -32_008, -32_009),
  // Not in this node's index; no history here; a scan that the node gave up; a block's status not there yet.
  ...rules('missing', 'specs', -32_010, -32_011, -32_012, -32_014),
  // Not at minContextSlot yet; a gap in this node's ledger; its archive is down; a transaction or slot history that it
  // does not have.
  ...rules('missing', 'specs', -32_016, -32_018, -32_019, -32_020, -32_021),
  // Providers that change the code and leave the text.
  ...rules('missing', 'erpc', /missing in long-term storage/, /ledger jump/, /cleaned up, does not exist on node/),
  ...rules('missing', 'erpc', /history is not available from this node/),
  // An internal error of this node.
  ...rules('missing', 'erpc', -32_603),
];
