import { type Chain, type NodeFault, type RpcError, standardErrorCodes } from './chain.ts';

/** Full names: `of('eth', 'call getLogs')` is `eth_call` and `eth_getLogs`. Compact, as every bundle has the lists. */
const of = (namespace: string, names: string): string[] => names.split(/\s+/).map((name) => `${namespace}_${name}`);

/** The reads in the Ethereum JSON-RPC specification (https://github.com/ethereum/execution-apis). */
const specified = [
  ...of(
    'debug',
    `getBadBlocks getRawBlock getRawBlockAccessList getRawHeader getRawReceipts getRawTransaction traceBlockByHash
     traceBlockByNumber traceTransaction`,
  ),
  ...of(
    'eth',
    `accounts baseFee blobBaseFee blockNumber call capabilities chainId coinbase config createAccessList estimateGas
     feeHistory fillTransaction gasPrice getBalance getBlockAccessList getBlockByHash getBlockByNumber
     getBlockReceipts getBlockTransactionCountByHash getBlockTransactionCountByNumber getCode getLogs getProof
     getStorageAt getStorageValues getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex
     getTransactionByHash getTransactionCount getTransactionReceipt maxPriorityFeePerGas simulateV1 syncing`,
  ),
  ...of('net', 'version'),
  ...of('txpool', 'content contentFrom status'),
];

/** Reads that several clients add. Other `debug_` methods are not listed: some rewind the chain or write files. */
const addedByClients = [
  ...of('debug', 'accountRange getModifiedAccountsByHash getModifiedAccountsByNumber storageRangeAt'),
  ...of('debug', 'traceCall traceCallMany'),
  ...of(
    'eth',
    `callMany getAccount getHeaderByHash getHeaderByNumber getRawTransactionByBlockHashAndIndex
     getRawTransactionByBlockNumberAndIndex getRawTransactionByHash getUncleByBlockHashAndIndex
     getUncleByBlockNumberAndIndex getUncleCountByBlockHash getUncleCountByBlockNumber hashrate mining
     pendingTransactions protocolVersion`,
  ),
  ...of('net', 'listening peerCount'),
  ...of('rpc', 'modules'),
  ...of('trace', 'block call callMany filter get rawTransaction replayBlockTransactions replayTransaction transaction'),
  ...of('txpool', 'inspect'),
  ...of('web3', 'clientVersion sha3'),
];

const addedByProviders = of(
  'alchemy',
  'getAssetTransfers getTokenAllowance getTokenBalances getTokenMetadata getTransactionReceipts',
);

const reads = new Set([...specified, ...addedByClients, ...addedByProviders]);

// A filter is state of the node that created it, and each `eth_getFilterChanges` moves its position. So these methods
// are sent once, to the preferred node, which created the filter unless it has failed since.
const filters = of(
  'eth',
  'getFilterChanges getFilterLogs newBlockFilter newFilter newPendingTransactionFilter uninstallFilter',
);

/** Methods that are sent once. `eth_subscribe` is not listed because nodes offer it over WebSocket only. */
const writes = [
  ...filters,
  ...of(
    'eth',
    `sendRawTransaction sendRawTransactionConditional sendRawTransactionSync sendTransaction sign signTransaction
     signTypedData signTypedData_v3 signTypedData_v4 submitHashrate submitTransaction submitWork`,
  ),
];

/** Codes that mean the same with every client: pruned history (EIP-4444), and an unknown block. */
const faultCodes: ReadonlySet<number> = new Set([4444, -39001]);

/** Messages of clients and hosted nodes that lack a block, its state or its receipts, which another node may have. */
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
  // All of them, with variations.
  /block (\S+ )?not found/,
  /(unknown|could not find) block/,
  /transaction (\S+ )?not found/,
  /resource (not found|not available|unavailable)/,
];

/** Rate limits of hosted nodes that do not answer with HTTP 429. */
const busy = /too many requests|rate[ -]?limit|request rate|requests? per second|compute units/;

/** Besu, until it has synchronized for the first time. */
const behind = /initial sync is still in progress/;

// By the message: -32000 is the code of most errors, and Besu uses EIP-1474's codes of missing and limited resources
// (-32001, -32002, -32005) for transactions that it rejects.
function nodeFault({ code, message }: RpcError): NodeFault | undefined {
  const text = message.toLowerCase();
  // A contract chooses the text of its revert, which may look like a fault.
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
  onlyReads: (method) => reads.has(method),
  // EIP-1474, and 3: geth's code of a reverted call.
  errorCodes: new Set([...standardErrorCodes, 3, -32000, -32001, -32002, -32003, -32004, -32005, -32006]),
  // A node that synchronizes answers with its progress. One without peers also answers false: its height shows that.
  health: { method: 'eth_syncing', params: [], read: (result) => result === false },
  height: {
    method: 'eth_blockNumber',
    params: [],
    read: (result) => (isQuantity(result) ? Number(result) : undefined),
  },
  heightUnit: 'blocks',
  // A minute of mainnet's blocks. A network with faster blocks sets `maxLag` in the settings.
  maxLag: 5,
  nodeFault,
};
