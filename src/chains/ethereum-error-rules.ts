import type { ErrorRule } from './chain.ts';
import { providerErrors, rules } from './error-rules.ts';

/**
 * What the errors of Ethereum's nodes mean, mostly by their texts: -32000 is the code of most errors, and clients use the
 * other codes for different things. The first rule that matches applies.
 */
export const ethereumErrorRules: readonly ErrorRule[] = [
  // A contract chooses the text of its revert, which may look like a fault of the node. Every node sends to the same
  // sequencer.
  ...rules('caller', 'answers', 3, /revert/, /sender is over rate limit/),
  // Before the limits of ranges: the range is right, and the node has not got so far, or no longer has it.
  ...rules('missing', 'answers', /beyond (the )?(current|latest|head)/, /\bprun/, /proof window/),
  // Clients split their queries by these texts, and by the numbers in them. Another node would answer ten times as much.
  ...rules('caller', 'answers', -32_614, /\branges?\b.*\b(limit|exceeds?|max|over|high|works?|wide|too large)/),
  ...rules('caller', 'answers', /limited to .* range/, /exceeds? max(?! batch)/, /more than \d+ (results|blocks)/),
  ...rules('caller', 'answers', /exceeds limit of \d/, /(response|result) (size exceeded|too large|is too big)/),
  ...rules('caller', 'answers', /query timeout/, /^too many (calls|blocks)/),
  ...providerErrors,
  ...rules('behind', 'answers', /initial sync is still in progress/, /node is syncing/),
  // History that was pruned; an unknown block.
  ...rules('missing', 'eip4444', 4_444, -39_001),
  ...rules('missing', 'answers', /(missing|unknown|no) (trie node|block|state|header|receipt)/),
  ...rules(
    'missing',
    'answers',
    /\b(block|header|body|receipts?|state|transaction|history)\b.*\b(not found|is missing|not (yet )?(available|complete|executed)|unavailable|in progress)/,
  ),
  ...rules('missing', 'answers', /less receipts/, /unsupported block/, /blockoutofrange/),
  // The transaction, the sender's account, the contract.
  ...rules('caller', 'answers', /\bgas\b|gasprice|\bfees?\b/, /\bout of memory\b|\bstack\b|opcode|\bjump\b/),
  ...rules('caller', 'answers', /insufficient (funds|balance)|exceeds account balance/, /\bnonce\b/),
  ...rules('caller', 'answers', /already known|known transaction|underpriced|higher priority/),
  ...rules('caller', 'answers', /in-flight|account limit/, /authoriz|password or unlock/),
  ...rules('caller', 'answers', /invalid (\w+ )?(params?|argument|signature|block range)/),
  ...rules('caller', 'answers', /missing value for|too many arguments|failed to decode/),
];
