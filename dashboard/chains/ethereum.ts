import type { ChainMethod, DashboardChain, LibraryCall, LibraryRequest } from './dashboard-chain.ts';
import { ethereumErrors } from './ethereum-errors.ts';

// The USDC contract, the proof-of-stake deposit contract and an account: all have a balance on mainnet.
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const deposits = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
const account = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const blockHash = '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3';
const transactionHash = '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060';
const slot = `0x${'0'.repeat(64)}`;
const latest = 'latest';
// The selector of totalSupply(): the first four bytes of its hash.
const totalSupply = { to: usdc, data: '0x18160ddd' };
const transfer = { from: account, to: deposits, value: '0x0' };

const read = (name: string, about: string, ...params: readonly unknown[]): ChainMethod => ({
  name,
  about,
  params,
  writes: false,
  documentation: `https://ethereum.github.io/execution-apis/api/methods/${name}`,
});
const web3 = (method: ChainMethod): ChainMethod => ({
  ...method,
  documentation: `https://ethereum.org/developers/docs/apis/json-rpc/#${method.name.toLowerCase()}`,
});
const noting = (note: string, method: ChainMethod): ChainMethod => ({ ...method, note });
const write = (note: string, method: ChainMethod): ChainMethod => ({ ...method, writes: true, note });

const ownBlock = 'Use the hash of a block that eth_getBlockByNumber returns.';
const ownTransaction = 'Use the hash of a transaction that eth_getBlockByNumber returns.';
const ownFilter =
  'Use an id that eth_newFilter or eth_newBlockFilter returned. Only the node that created the filter knows it.';
const nodeState =
  'A filter exists on one node only, so this call is sent once. For exact results, poll eth_getLogs instead.';

/** The methods of the Ethereum JSON-RPC specification that most nodes serve over HTTP, and two web3 methods. */
const ethereumMethods: readonly ChainMethod[] = [
  read('eth_accounts', 'The accounts whose keys the node holds'),
  read('eth_blobBaseFee', 'The base fee of blobs in the next block'),
  read('eth_blockNumber', 'The number of the newest block'),
  read('eth_call', 'Calls a contract without a transaction', totalSupply, latest),
  read('eth_chainId', 'The id of the network'),
  read('eth_createAccessList', 'The storage that a transaction would access', totalSupply, latest),
  read('eth_estimateGas', 'The gas that a transaction would use', transfer),
  read('eth_feeHistory', 'Fees of the newest blocks', '0x4', latest, [25, 75]),
  read('eth_gasPrice', 'The price of gas for the next block'),
  read('eth_getBalance', 'The balance of an account, in wei', account, latest),
  noting(ownBlock, read('eth_getBlockByHash', 'A block by its hash', blockHash, false)),
  read('eth_getBlockByNumber', 'A block by its number', latest, false),
  read('eth_getBlockReceipts', 'The receipts of a block', latest),
  noting(ownBlock, read('eth_getBlockTransactionCountByHash', 'The number of transactions in a block', blockHash)),
  read('eth_getBlockTransactionCountByNumber', 'The number of transactions in a block', latest),
  read('eth_getCode', 'The code of a contract', usdc, latest),
  write(ownFilter, read('eth_getFilterChanges', 'Entries since the filter was last polled', '0x1')),
  write(ownFilter, read('eth_getFilterLogs', 'All logs of a filter', '0x1')),
  read('eth_getLogs', 'Logs of contracts', { address: usdc, fromBlock: latest, toBlock: latest }),
  read('eth_getProof', 'An account with its Merkle proof', usdc, [slot], latest),
  read('eth_getStorageAt', 'A storage slot of a contract', usdc, slot, latest),
  noting(
    ownBlock,
    read('eth_getTransactionByBlockHashAndIndex', 'A transaction by its index in a block', blockHash, '0x0'),
  ),
  read('eth_getTransactionByBlockNumberAndIndex', 'A transaction by its index in a block', latest, '0x0'),
  noting(ownTransaction, read('eth_getTransactionByHash', 'A transaction', transactionHash)),
  read('eth_getTransactionCount', 'The nonce of an account', account, latest),
  noting(ownTransaction, read('eth_getTransactionReceipt', 'The receipt of a transaction', transactionHash)),
  read('eth_maxPriorityFeePerGas', 'A tip that gets a transaction into one of the next blocks'),
  write(nodeState, read('eth_newBlockFilter', 'Creates a filter for new blocks')),
  write(nodeState, read('eth_newFilter', 'Creates a filter for logs', { address: usdc })),
  write(nodeState, read('eth_newPendingTransactionFilter', 'Creates a filter for pending transactions')),
  write(
    'This call changes the chain. Use your own signed transaction, in hexadecimal.',
    read('eth_sendRawTransaction', 'Sends a signed transaction', '0xYOUR_SIGNED_TRANSACTION'),
  ),
  read('eth_simulateV1', 'Simulates several calls in sequence', { blockStateCalls: [{ calls: [transfer] }] }, latest),
  read('eth_syncing', 'Whether the node is synchronizing: false when it is healthy'),
  write(ownFilter, read('eth_uninstallFilter', 'Removes a filter', '0x1')),
  read('net_version', 'The id of the network, in decimal'),
  web3(read('web3_clientVersion', 'The node’s software and version')),
  web3(read('web3_sha3', 'The Keccak-256 hash of data', '0x68656c6c6f')),
];

/** All calls of the request in one batch. viem's own maximum is 1,000, which is more than any plan allows. */
const viemBatchOption = (calls: readonly LibraryCall[]): string => `batch: { batchSize: ${calls.length} }, `;

const viem = ({ url, calls, batch }: LibraryRequest) => `// npm install viem
import { createPublicClient, http } from 'viem';

const headers = { 'X-API-KEY': process.env.RPC_API_KEY ?? '' };
const client = createPublicClient({
  transport: http(${url}, { ${batch ? viemBatchOption(calls) : ''}fetchOptions: { headers } }),
});

const result = await ${batch ? viemBatch(calls) : viemCall(calls)};
console.dir(result, { depth: null });`;

const viemCall = (calls: readonly LibraryCall[]): string =>
  calls.map(({ method, params }) => `client.request({ method: ${method}, params: ${params} })`).join(',\n  ');

const viemBatch = (calls: readonly LibraryCall[]): string => `Promise.all([\n  ${viemCall(calls)},\n])`;

export const ethereum: DashboardChain = {
  methods: ethereumMethods,
  health: 'eth_syncing',
  libraries: [{ id: 'viem', label: 'viem', text: viem }],
  errorCodes: ethereumErrors,
};
