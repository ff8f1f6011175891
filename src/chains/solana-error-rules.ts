import type { ErrorRule } from './chain.ts';
import { providerErrors, rules } from './error-rules.ts';

/** What the errors of Solana's nodes mean. The first rule that matches applies. */
export const solanaErrorRules: readonly ErrorRule[] = [
  // A transaction that fails, whose program may have chosen a part of the text. Providers use the same codes with texts of
  // their own.
  ...rules('caller', 'specs', [-32_002, /^transaction simulation failed: /]),
  ...rules('caller', 'specs', [-32_003, /^transaction signature verification failure$/]),
  ...rules('caller', 'specs', [-32_006, /^transaction precompile verification failure /]),
  ...rules('caller', 'specs', [-32_013, /^transaction signature length mismatch$/]),
  // Before the codes: QuickNode's limits have those of a signature and of a skipped slot.
  ...providerErrors,
  // The client takes no versioned transactions; the whole cluster is distributing rewards; the call is malformed.
  ...rules('caller', 'specs', -32_015, -32_017, -32_600),
  // Of -32602, only what every node says of such parameters: some texts depend on the node's slot and its archive.
  ...rules('caller', 'specs', [
    -32_602,
    /^(invalid (?!slot range: leader)|`params`|too many|(slot range|limit) too large)/,
  ]),
  ...rules('caller', 'specs', [
    -32_602,
    /^(base\d|decoded |failed to deserialize|unsupported encoding|method does not)/,
  ]),
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
];
