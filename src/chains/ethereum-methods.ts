import { methodTable } from './methods.ts';

/**
 * The methods of an Ethereum node, and extensions of clients and providers. `specifications/ethereum.json` has the source
 * of each. The groups: accounts (the state), history (blocks, transactions, logs and traces), transactions (fees, the
 * pool, to build and send one), and status. Other `debug_` methods are not listed: some rewind the chain or write files.
 * `eth_subscribe` is not listed because nodes offer it over WebSocket only.
 */
export const ethereumMethods = methodTable([
  ['read', 'accounts', 'light', 'eth: getAccount getBalance getCode getStorageAt getTransactionCount', 'eth: accounts'],
  [
    'read',
    'accounts',
    'medium',
    'eth: call callMany getProof getStorageValues alchemy: getTokenAllowance getTokenBalances getTokenMetadata',
  ],
  [
    'read',
    'accounts',
    'heavy',
    'debug: accountRange getModifiedAccountsByHash getModifiedAccountsByNumber storageRangeAt',
  ],
  [
    'read',
    'history',
    'light',
    `eth: getBlockTransactionCountByHash getBlockTransactionCountByNumber getHeaderByHash getHeaderByNumber
     getUncleByBlockHashAndIndex getUncleByBlockNumberAndIndex getUncleCountByBlockHash
     getUncleCountByBlockNumber`,
  ],
  [
    'read',
    'history',
    'medium',
    `eth: getBlockAccessList getBlockByHash getBlockByNumber getBlockReceipts
     getRawTransactionByBlockHashAndIndex getRawTransactionByBlockNumberAndIndex getRawTransactionByHash
     getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash
     getTransactionReceipt debug: getBadBlocks getRawBlock getRawBlockAccessList getRawHeader getRawReceipts
     getRawTransaction`,
  ],
  [
    'read',
    'history',
    'heavy',
    `eth: getLogs debug: traceBlockByHash traceBlockByNumber traceCall traceCallMany traceTransaction trace:
     block call callMany filter get rawTransaction replayBlockTransactions replayTransaction transaction
     alchemy: getAssetTransfers getTransactionReceipts`,
  ],
  // A filter is state of the node that created it, and each `eth_getFilterChanges` moves its position. So these methods
  // are sent once, to the preferred node, which created the filter unless it has failed since. One group: they must
  // not go to different nodes.
  [
    'pinned',
    'history',
    'medium',
    'eth: getFilterChanges getFilterLogs newBlockFilter newFilter newPendingTransactionFilter uninstallFilter',
  ],
  ['read', 'transactions', 'light', 'eth: baseFee blobBaseFee feeHistory gasPrice maxPriorityFeePerGas txpool: status'],
  [
    'read',
    'transactions',
    'medium',
    'eth: createAccessList estimateGas fillTransaction simulateV1 txpool: contentFrom',
  ],
  ['read', 'transactions', 'heavy', 'eth: pendingTransactions txpool: content inspect'],
  ['signed', 'transactions', 'medium', 'eth: sendRawTransaction'],
  [
    'write',
    'transactions',
    'medium',
    `eth: sendRawTransactionConditional sendRawTransactionSync sendTransaction sign
     signTransaction signTypedData signTypedData_v3 signTypedData_v4 submitHashrate submitTransaction
     submitWork`,
  ],
  [
    'read',
    'status',
    'light',
    'eth: blockNumber',
    `eth: capabilities chainId coinbase config hashrate mining protocolVersion syncing net: listening
     peerCount version rpc: modules web3: clientVersion sha3`,
  ],
]);
