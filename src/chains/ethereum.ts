import type { Chain, NodeFault, RpcError } from './chain.ts';
import { reads, writes } from './ethereum-methods.ts';

const onlyReading = new Set(reads);

/** Codes that mean the same on every client: history that the node has pruned (EIP-4444), and an unknown block. */
const faultCodes: ReadonlySet<number> = new Set([4444, -39001]);

/** How clients and hosted nodes say that they do not have what another node may have: a block, its state or its receipts. */
const missing: readonly RegExp[] = [
  // geth, and most clients after it.
  /missing trie node/,
  /header (for hash )?not found/,
  /historical state .*(not available|unavailable)/,
  /state \S+ is not available/,
  /state histories haven't been fully indexed/,
  /transaction indexing is in progress/,
  /pruned history unavailable/,
  // Erigon.
  /not available due to pruning/,
  // Nethermind.
  /no state available/,
  // Besu.
  /world state unavailable/,
  // All of them, in one form or another.
  /block (\S+ )?not found/,
  /(unknown|could not find) block/,
  /transaction (\S+ )?not found/,
  /resource (not found|not available|unavailable)/,
];

/** How hosted nodes say that they take no more calls for now, where they do not say so by HTTP 429. */
const busy = /too many requests|rate[ -]?limit|request rate|requests? per second|compute units/;

/** Besu, until it has synchronized for the first time. */
const behind = /initial sync is still in progress/;

/**
 * By the message: -32000 is the code of most errors, and Besu uses EIP-1474's codes of missing and limited resources
 * (-32001, -32002, -32005) for transactions that it rejects.
 */
function nodeFault({ code, message }: RpcError): NodeFault | undefined {
  const text = message.toLowerCase();
  // A contract chooses the words of its revert, which may be those of a fault.
  if (code === 3 || text.includes('revert')) return undefined;
  if (behind.test(text)) return 'behind';
  return faultCodes.has(code) || busy.test(text) || missing.some((pattern) => pattern.test(text))
    ? 'missing'
    : undefined;
}

// Thirteen hexadecimal digits are the most that a number holds exactly.
const isQuantity = (result: unknown): result is string =>
  typeof result === 'string' && /^0x[0-9a-f]{1,13}$/i.test(result);

export const ethereum: Chain = {
  name: 'Ethereum',
  methods: new Set([...reads, ...writes]),
  onlyReads: (method) => onlyReading.has(method),
  // A node that synchronizes answers with its progress. One that has lost its peers also says false: heights tell that.
  health: { method: 'eth_syncing', params: [], read: (result) => result === false },
  height: {
    method: 'eth_blockNumber',
    params: [],
    read: (result) => (isQuantity(result) ? Number(result) : undefined),
  },
  heightUnit: 'blocks',
  // A minute of mainnet's blocks. A chain with faster blocks sets `maxLag` in its row.
  maxLag: 5,
  nodeFault,
};
