/** Full names: `of('eth', ['call'])` is `eth_call`. The lists are in each bundle that knows chains, so they are kept short. */
const of = (namespace: string, names: readonly string[]): string[] => names.map((name) => `${namespace}_${name}`);

/** Reads of the Ethereum JSON-RPC specification (https://github.com/ethereum/execution-apis). */
const specified = [
  ...of('debug', [
    'getBadBlocks',
    'getRawBlock',
    'getRawBlockAccessList',
    'getRawHeader',
    'getRawReceipts',
    'getRawTransaction',
    'traceBlockByHash',
    'traceBlockByNumber',
    'traceTransaction',
  ]),
  ...of('eth', [
    'accounts',
    'baseFee',
    'blobBaseFee',
    'blockNumber',
    'call',
    'capabilities',
    'chainId',
    'coinbase',
    'config',
    'createAccessList',
    'estimateGas',
    'feeHistory',
    'fillTransaction',
    'gasPrice',
    'getBalance',
    'getBlockAccessList',
    'getBlockByHash',
    'getBlockByNumber',
    'getBlockReceipts',
    'getBlockTransactionCountByHash',
    'getBlockTransactionCountByNumber',
    'getCode',
    'getLogs',
    'getProof',
    'getStorageAt',
    'getStorageValues',
    'getTransactionByBlockHashAndIndex',
    'getTransactionByBlockNumberAndIndex',
    'getTransactionByHash',
    'getTransactionCount',
    'getTransactionReceipt',
    'maxPriorityFeePerGas',
    'simulateV1',
    'syncing',
  ]),
  ...of('net', ['version']),
  ...of('txpool', ['content', 'contentFrom', 'status']),
];

/**
 * Reads that several of geth, Erigon, Nethermind, Besu and Reth add. The other `debug_` methods are not here: some of
 * them rewind the chain or write files on the node.
 */
const ofClients = [
  ...of('debug', [
    'accountRange',
    'getModifiedAccountsByHash',
    'getModifiedAccountsByNumber',
    'storageRangeAt',
    'traceCall',
    'traceCallMany',
  ]),
  ...of('eth', [
    'callMany',
    'getAccount',
    'getHeaderByHash',
    'getHeaderByNumber',
    'getRawTransactionByBlockHashAndIndex',
    'getRawTransactionByBlockNumberAndIndex',
    'getRawTransactionByHash',
    'getUncleByBlockHashAndIndex',
    'getUncleByBlockNumberAndIndex',
    'getUncleCountByBlockHash',
    'getUncleCountByBlockNumber',
    'hashrate',
    'mining',
    'pendingTransactions',
    'protocolVersion',
  ]),
  ...of('net', ['listening', 'peerCount']),
  ...of('rpc', ['modules']),
  ...of('trace', [
    'block',
    'call',
    'callMany',
    'filter',
    'get',
    'rawTransaction',
    'replayBlockTransactions',
    'replayTransaction',
    'transaction',
  ]),
  ...of('txpool', ['inspect']),
  ...of('web3', ['clientVersion', 'sha3']),
];

/** Reads that hosted nodes add. */
export const ethereumExtensions: readonly string[] = [
  ...of('alchemy', [
    'getAssetTransfers',
    'getTokenAllowance',
    'getTokenBalances',
    'getTokenMetadata',
    'getTransactionReceipts',
  ]),
];

export const reads: readonly string[] = [...specified, ...ofClients, ...ethereumExtensions];

/**
 * A filter is state of the one node that made it: another node does not know its id, and each `eth_getFilterChanges`
 * moves its position. So its methods are sent once, to the preferred node, which is the one that made it as long as it
 * stays healthy.
 */
const filters = of('eth', [
  'getFilterChanges',
  'getFilterLogs',
  'newBlockFilter',
  'newFilter',
  'newPendingTransactionFilter',
  'uninstallFilter',
]);

/** Methods that are sent once. `eth_subscribe` is not here: nodes offer it over WebSocket only. */
export const writes: readonly string[] = [
  ...filters,
  ...of('eth', [
    'sendRawTransaction',
    'sendRawTransactionConditional',
    'sendRawTransactionSync',
    'sendTransaction',
    'sign',
    'signTransaction',
    'signTypedData',
    'signTypedData_v3',
    'signTypedData_v4',
    'submitHashrate',
    'submitTransaction',
    'submitWork',
  ]),
];
