import type { Chain, NodeFault } from '../../src/chains/chain.ts';

/** The codes that JSON-RPC reserves (JSON-RPC 2.0, 5.1). */
const reserved = Array.from({ length: 769 }, (_, index) => -32_000 - index);

/** The codes by which a chain's nodes say so, as in `Solana: -32005`. */
export function codesOf({ name, nodeFault }: Chain, fault: NodeFault): string {
  const codes = reserved.filter((code) => nodeFault({ code, message: '' }) === fault);
  return `${name}: ${codes.join(', ')}`;
}
