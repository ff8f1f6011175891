import type { Chain, NodeFault } from '../../src/chains/chain.ts';
import { ruleFor } from '../../src/chains/error-rules.ts';

/** The codes that JSON-RPC reserves (JSON-RPC 2.0, 5.1). */
const reserved = Array.from({ length: 769 }, (_, index) => -32_000 - index);

/** The codes by which a chain's nodes say so, as in `Solana: -32005`. */
export function codesOf({ name, errorRules }: Chain, fault: NodeFault): string {
  const codes = reserved.filter((code) => ruleFor(errorRules, { code, message: '' })?.means === fault);
  return `${name}: ${codes.join(', ')}`;
}
