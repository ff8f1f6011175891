import { type Chain, standardErrorCodes } from './chain.ts';
import { ethereumErrorRules } from './ethereum-error-rules.ts';

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
  errorRules: ethereumErrorRules,
};
